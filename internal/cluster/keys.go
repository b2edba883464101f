package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// tlsName is the name in our certificates. We trust the certificates themselves,
// not their signer.
const tlsName = "heterodox"

// A keyring is a directory with the server's certificate, the coordinator's key
// and one for each worker.
type keyring struct {
	dir  string
	stop chan struct{}
}

// openKeyring opens the keys in a directory, and makes them on request.
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
	if _, err := OpenKey(dir, true); err != nil {
		return nil, err
	}
	return k, k.newCertificate()
}

// A Key is a coordinator's key. Its holder may stop the job and purge workers;
// the coordinator uses it to prove which tasks it has handed to which worker.
type Key struct {
	pair nkeys.KeyPair
	seed []byte
}

// OpenKey returns the key in a coordinator's directory, and makes it on request.
func OpenKey(dir string, create bool) (*Key, error) {
	k := &keyring{dir: filepath.Join(dir, "keys")}
	if create {
		if err := os.MkdirAll(k.dir, 0o700); err != nil {
			return nil, err
		}
		if err := k.newKey("coordinator"); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	seed, err := os.ReadFile(k.path("coordinator.nk"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("no coordinator's key next to this ledger: run this on the coordinator's machine")
	}
	if err != nil {
		return nil, err
	}
	pair, err := nkeys.FromSeed(seed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.path("coordinator.nk"), err)
	}
	return &Key{pair, seed}, nil
}

// newKey returns a new key.
func newKey() (*Key, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	seed, err := pair.Seed()
	return &Key{pair, seed}, err
}

// sign returns the signature of a text.
func (k *Key) sign(text []byte) (string, error) {
	signature, err := k.pair.Sign(text)
	return base64.StdEncoding.EncodeToString(signature), err
}

// signed reports whether a signature was made with this key.
func (k *Key) signed(text []byte, signature string) bool {
	raw, err := base64.StdEncoding.DecodeString(signature)
	return err == nil && k.pair.Verify(text, raw) == nil
}

// receipt returns a proof that a worker has been handed a task.
func (k *Key) receipt(job string, task int, worker string) string {
	mac := hmac.New(sha256.New, k.seed)
	fmt.Fprintf(mac, "%s %d %s", job, task, worker)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// handed reports whether a receipt matches a task and a worker.
func (k *Key) handed(receipt, job string, task int, worker string) bool {
	return hmac.Equal([]byte(receipt), []byte(k.receipt(job, task, worker)))
}

// noKeys explains why there are no keys in a coordinator's directory, and what
// to do.
func noKeys(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return errors.New("the coordinator can be reached only from this machine, where no invitation is needed;" +
			" restart it with --resume and --cluster embed:0.0.0.0:4222 to let others join")
	}
	return errors.New("no coordinator with this ledger and its own server has been started here;" +
		" use --cluster embed:0.0.0.0:4222 to let others join")
}

func (k *keyring) path(names ...string) string {
	return filepath.Join(append([]string{k.dir}, names...)...)
}

// newCertificate makes a certificate that is valid for ten years.
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
	return safefile.WriteFile(name, text) // keeps the permissions
}

// newKey makes a key with a name; it returns fs.ErrExist if there is one.
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
	if err := writeSecret(file, seed); err != nil {
		os.Remove(file) // without a seed it is no key
		return err
	}
	return nil
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

// coordinator returns the connection option with the coordinator's key.
func (k *keyring) coordinator() (nats.Option, error) {
	return nats.NkeyOptionFromSeed(k.path("coordinator.nk"))
}

// guard makes a server require TLS and keys.
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

// users returns the users of the server and their permissions.
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
		name := strings.TrimSuffix(filepath.Base(file), ".nk")
		users = append(users, &server.NkeyUser{Nkey: id, Permissions: workerMay(name)})
	}
	return users, nil
}

// workerMay returns the permissions of a worker: ask for the job and for tasks,
// send results and beats, all under its own name.
func workerMay(name string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			subjectOffer + "." + name, subjectNext + "." + name, subjectResult + "." + name, subjectBeat + "." + name,
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{subjectStop + ".>", subjectQuit + "." + name, inbox(name) + ".>"}},
	}
}

// watch admits workers that are invited while the server runs, and disconnects
// those whose keys are removed.
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

// An Invitation admits one worker. It is secret.
type Invitation struct {
	Name        string // of the worker
	URL         string
	Key         string // an nkey seed
	Certificate string // PEM, of the server
}

var keyName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

// Invite makes a key for a worker with a name, and returns its invitation to the
// coordinator that dir belongs to and that is reached at url.
func Invite(dir, name, url string) ([]byte, error) {
	if !keyName.MatchString(name) {
		return nil, fmt.Errorf("%.60q is not a name of at most 40 letters, digits, _ and -", name)
	}
	if slices.Contains(ownNames, name) {
		return nil, fmt.Errorf("the name %s is reserved for the coordinator", name)
	}
	k, err := openKeyring(dir, false)
	if err != nil {
		return nil, err
	}
	certificate, err := k.certificate()
	if err != nil {
		return nil, err
	}
	if err := k.newKey("workers", name); errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s has already been invited", name)
	} else if err != nil {
		return nil, err
	}
	seed, err := os.ReadFile(k.path("workers", name+".nk"))
	if err != nil {
		return nil, errors.Join(err, Withdraw(dir, name))
	}
	return json.MarshalIndent(Invitation{name, url, string(seed), certificate}, "", "  ")
}

// Withdraw removes the key of a worker whose invitation nobody has received.
func Withdraw(dir, name string) error {
	k := &keyring{dir: filepath.Join(dir, "keys")}
	return os.Remove(k.path("workers", name+".nk"))
}

// ownNames are the names that invited workers may not have.
var ownNames = []string{"here", "coordinator", "status"}

// certificate returns the server's certificate without its key.
func (k *keyring) certificate() (string, error) {
	text, err := os.ReadFile(k.path("server.pem"))
	_, certificate, _ := strings.Cut(string(text), "-----END PRIVATE KEY-----\n")
	return certificate, err
}

func parseInvitation(text []byte) (i Invitation, err error) {
	if err := json.Unmarshal(text, &i); err != nil || i.URL == "" || i.Key == "" || i.Name == "" {
		return i, errors.New("it is not an invitation (heterodox-lab cluster invite)")
	}
	return i, nil
}

// options returns the options to connect with.
func (i Invitation) options() ([]nats.Option, error) {
	pair, err := nkeys.FromSeed([]byte(i.Key))
	if err != nil {
		return nil, errors.New("its key is wrong")
	}
	id, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	options := []nats.Option{nats.Nkey(id, pair.Sign), nats.Name(i.Name), nats.CustomInboxPrefix(inbox(i.Name))}
	if i.Certificate != "" {
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM([]byte(i.Certificate)) {
			return nil, errors.New("its certificate is wrong")
		}
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, ServerName: tlsName, MinVersion: tls.VersionTLS13}))
	}
	return options, nil
}
