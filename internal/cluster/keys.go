package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// tlsName is the name in our certificates: it is these that are trusted, not who
// has signed them.
const tlsName = "heterodox"

// A keyring is a directory with the server's certificate, the coordinator's key
// and one for each worker.
type keyring struct {
	dir  string
	stop chan struct{}
}

// openKeyring opens the keys in a directory, and makes them if that is wanted.
func openKeyring(dir string, create bool) (*keyring, error) {
	k := &keyring{dir: filepath.Join(dir, "keys"), stop: make(chan struct{})}
	if _, err := os.Stat(k.path("server.pem")); err == nil {
		return k, nil
	} else if !create {
		return nil, noKeys(dir)
	}
	if err := os.MkdirAll(k.path("workers"), 0o700); err != nil {
		return nil, err
	}
	if err := k.newKey("coordinator"); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return k, k.newCertificate()
}

// noKeys says why there are no keys in a coordinator's directory, and what to do.
func noKeys(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return errors.New("the coordinator can be reached from this machine only, where nobody needs an invitation;" +
			" started again with --resume and --cluster embed:0.0.0.0:4222 it lets others in")
	}
	return errors.New("no coordinator with this ledger and a server of its own has been started here;" +
		" others can reach it with --cluster embed:0.0.0.0:4222")
}

func (k *keyring) path(names ...string) string {
	return filepath.Join(append([]string{k.dir}, names...)...)
}

// newCertificate makes a certificate that is good for ten years.
func (k *keyring) newCertificate() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: tlsName}, DNSNames: []string{tlsName},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(10, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, IsCA: true, BasicConstraintsValid: true,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
	text = append(text, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
	return writeSecret(k.path("server.pem"), text)
}

// writeSecret writes a file that only its owner may read.
func writeSecret(name string, text []byte) error {
	if f, err := os.OpenFile(name, os.O_CREATE, 0o600); err != nil {
		return err
	} else if err := f.Close(); err != nil {
		return err
	}
	return safefile.WriteFile(name, text) // which keeps the permissions
}

// newKey makes a key of a name; fs.ErrExist if it is there.
func (k *keyring) newKey(name ...string) error {
	file := k.path(name...) + ".nk"
	if _, err := os.Stat(file); err == nil {
		return &fs.PathError{Op: "create", Path: file, Err: fs.ErrExist}
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	seed, err := pair.Seed()
	if err != nil {
		return err
	}
	return writeSecret(file, seed)
}

// public returns the public half of a key file.
func public(file string) (string, error) {
	seed, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	pair, err := nkeys.FromSeed(seed)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return pair.PublicKey()
}

// coordinator returns how the coordinator proves who it is.
func (k *keyring) coordinator() (nats.Option, error) {
	return nats.NkeyOptionFromSeed(k.path("coordinator.nk"))
}

// guard makes a server's options ask for TLS and keys.
func (k *keyring) guard(o *server.Options) error {
	certificate, err := tls.LoadX509KeyPair(k.path("server.pem"), k.path("server.pem"))
	if err != nil {
		return err
	}
	o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS13}
	o.TLSTimeout = 10
	o.Nkeys, err = k.users()
	return err
}

// users returns who may do what.
func (k *keyring) users() ([]*server.NkeyUser, error) {
	id, err := public(k.path("coordinator.nk"))
	if err != nil {
		return nil, err
	}
	users := []*server.NkeyUser{{Nkey: id}}
	files, err := filepath.Glob(k.path("workers", "*.nk"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		id, err := public(file)
		if err != nil {
			return nil, err
		}
		users = append(users, &server.NkeyUser{Nkey: id, Permissions: workerMay(id)})
	}
	return users, nil
}

// workerMay returns what a worker may do: ask for the job, fetch tasks, answer
// them, and say that it is alive.
func workerMay(id string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			subjectOffer, subjectBeat + ".>", subjectResult + ".>", "$JS.ACK." + streamTasks + ".>",
			"$JS.API.CONSUMER.INFO." + streamTasks + ".*", "$JS.API.CONSUMER.MSG.NEXT." + streamTasks + ".*",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{subjectStop + ".>", subjectQuit + ".>", inbox(id) + ".>"}},
	}
}

func inbox(id string) string { return "_INBOX_" + id }

// watch lets in whoever is invited while the server runs, and shuts out those
// whose keys are removed.
func (k *keyring) watch(s *server.Server, o *server.Options) {
	known := fmt.Sprint(filepath.Glob(k.path("workers", "*.nk")))
	go func() {
		for {
			select {
			case <-k.stop:
				return
			case <-time.After(time.Second):
			}
			now := fmt.Sprint(filepath.Glob(k.path("workers", "*.nk")))
			if users, err := k.users(); now != known && err == nil {
				next := o.Clone()
				next.Nkeys = users
				if s.ReloadOptions(next) == nil {
					known = now
				}
			}
		}
	}()
}

func (k *keyring) close() { close(k.stop) }

// An Invitation lets one worker in: it is a secret.
type Invitation struct {
	URL         string
	Key         string // an nkey seed
	Certificate string // PEM, of the server
}

var keyName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

// Invite makes a key for a worker of a name, and returns its invitation to the
// coordinator whose directory it is and who is reached by a URL.
func Invite(dir, name, url string) ([]byte, error) {
	if !keyName.MatchString(name) {
		return nil, fmt.Errorf("%.60q is not a name: letters, digits, _ and -, at most 40", name)
	}
	k, err := openKeyring(dir, false)
	if err != nil {
		return nil, err
	}
	if err := k.newKey("workers", name); errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s is invited already", name)
	} else if err != nil {
		return nil, err
	}
	seed, err := os.ReadFile(k.path("workers", name+".nk"))
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(k.path("server.pem"))
	if err != nil {
		return nil, err
	}
	_, certificate, _ := strings.Cut(string(text), "-----END PRIVATE KEY-----\n")
	return json.MarshalIndent(Invitation{url, string(seed), certificate}, "", "  ")
}

func parseInvitation(text []byte) (i Invitation, err error) {
	if err := json.Unmarshal(text, &i); err != nil || i.URL == "" || i.Key == "" {
		return i, errors.New("it is not an invitation (heterodox-lab cluster invite)")
	}
	return i, nil
}

// options returns how to connect.
func (i Invitation) options() ([]nats.Option, error) {
	pair, err := nkeys.FromSeed([]byte(i.Key))
	if err != nil {
		return nil, errors.New("its key is wrong")
	}
	id, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	options := []nats.Option{nats.Nkey(id, pair.Sign), nats.CustomInboxPrefix(inbox(id))}
	if i.Certificate != "" {
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM([]byte(i.Certificate)) {
			return nil, errors.New("its certificate is wrong")
		}
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, ServerName: tlsName, MinVersion: tls.VersionTLS13}))
	}
	return options, nil
}
