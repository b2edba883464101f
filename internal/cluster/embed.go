package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A Server is a NATS server inside this process.
type Server struct {
	nats *server.Server
	keys *keyring // nil without TLS and keys
}

// pingInterval is how often both ends check a connection: a silent loss is noticed
// after three times as long.
const pingInterval = 10 * time.Second

// maxPayload is the largest message, in bytes.
const maxPayload = 1 << 20

// Embed starts a server. It listens at address, HOST:PORT, or not at all if that is
// empty. Beyond loopback it requires TLS and a key from every client; the keys are
// in dir.
func Embed(address, dir string) (*Server, error) {
	options := &server.Options{
		ServerName: "heterodox", DontListen: address == "",
		NoLog: true, NoSigs: true, MaxPayload: maxPayload, PingInterval: pingInterval, MaxPingsOut: 2,
	}
	s := &Server{}
	if address != "" {
		host, port, err := net.SplitHostPort(address)
		if err == nil {
			options.Host = host
			options.Port, err = strconv.Atoi(port)
		}
		if err != nil || options.Port < 0 || options.Port > 65535 {
			return nil, fmt.Errorf("%.80q is not an address such as 127.0.0.1:4222", address)
		}
		trial, err := net.Listen("tcp", address) // the server does not report it if it cannot listen
		if err != nil {
			return nil, errListen(address)
		}
		trial.Close()
		options.Port = cmp.Or(options.Port, server.RANDOM_PORT)
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			if s.keys, err = openKeyring(dir, true); err != nil {
				return nil, err
			}
			if err := s.keys.guard(options); err != nil {
				return nil, err
			}
		}
	}
	var err error
	if s.nats, err = server.NewServer(options); err != nil {
		return nil, fmt.Errorf("NATS: %w", err)
	}
	go s.nats.Start()
	if !s.nats.ReadyForConnections(10 * time.Second) {
		s.nats.Shutdown()
		return nil, errListen(address)
	}
	if s.keys != nil {
		s.keys.watch(s.nats, options)
	}
	return s, nil
}

func errListen(address string) error {
	return fmt.Errorf("cannot listen at %s: is the port in use?", address)
}

// Connect connects to the server under a name, without a network.
func (s *Server) Connect(name string) (*nats.Conn, error) {
	options := []nats.Option{nats.InProcessServer(s.nats), nats.Name(name), nats.CustomInboxPrefix(inbox(name))}
	if s.keys != nil {
		option, err := s.keys.coordinator()
		if err != nil {
			return nil, err
		}
		options = append(options, option)
	}
	return nats.Connect("", options...)
}

// URL returns the URL of the server, "" if it does not listen.
func (s *Server) URL() string {
	address, ok := s.nats.Addr().(*net.TCPAddr)
	if !ok {
		return ""
	}
	scheme := "nats"
	if s.keys != nil {
		scheme = "tls"
	}
	return scheme + "://" + address.String()
}

// Close stops the server.
func (s *Server) Close() {
	if s.keys != nil {
		s.keys.close()
	}
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

// Dial connects to a server by its URL or by the file name of an invitation. The
// connection's Opts.Name is the name of the client: that of the invitation, if
// there is one.
func Dial(target, name string) (*nats.Conn, error) {
	text, err := os.ReadFile(target)
	if err != nil {
		return dial(target, nats.Name(name), nats.CustomInboxPrefix(inbox(name)))
	}
	invitation, err := parseInvitation(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", target, err)
	}
	options, err := invitation.options()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", target, err)
	}
	return dial(invitation.URL, options...)
}

// DialOwn connects to the server of the coordinator that dir belongs to, and
// returns that coordinator's key.
func DialOwn(url, dir string) (*nats.Conn, *Key, error) {
	key, err := OpenKey(dir, false)
	if err != nil {
		return nil, nil, err
	}
	if !strings.HasPrefix(url, "tls:") { // the server requires no keys
		conn, err := Dial(url, "status")
		return conn, key, err
	}
	k, err := openKeyring(dir, false)
	if err != nil {
		return nil, nil, err
	}
	certificate, err := k.certificate()
	if err != nil {
		return nil, nil, err
	}
	options, err := Invitation{"status", url, string(key.seed), certificate}.options()
	if err != nil {
		return nil, nil, err
	}
	conn, err := dial(url, options...)
	return conn, key, err
}

func dial(target string, more ...nats.Option) (*nats.Conn, error) {
	options := append([]nats.Option{
		nats.Timeout(5 * time.Second), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second),
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // errors that matter are returned by calls
	}, more...)
	conn, err := nats.Connect(target, options...)
	if err != nil {
		return nil, dialFault(target, err)
	}
	return conn, nil
}

// dialFault describes in a line why there is no connection.
func dialFault(target string, err error) error {
	host, address := (*net.DNSError)(nil), (*net.AddrError)(nil)
	switch {
	case errors.As(err, &host) && host.IsNotFound:
		return fmt.Errorf("%s is neither an invitation file nor the URL of a server: unknown host %.60q", target, host.Name)
	case errors.As(err, &host):
		return fmt.Errorf("%s: the host %.60q cannot be looked up", target, host.Name)
	case errors.As(err, &address):
		return fmt.Errorf("%s is not the URL of a server: %s", target, address.Err)
	case errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("no server answers at %s", target)
	case strings.Contains(strings.ToLower(err.Error()), "authorization violation"):
		return fmt.Errorf("%s does not accept the key: it was deleted, or made less than a second ago", target)
	}
	return fmt.Errorf("%s: %w", target, err)
}
