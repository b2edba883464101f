package cluster

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A Server is NATS with JetStream inside this process.
type Server struct {
	nats *server.Server
	keys *keyring // nil without TLS and keys
}

// pingInterval is how often both ends of a connection make sure of the other: one
// that has been lost without a word is found out after three times as long.
const pingInterval = 10 * time.Second

// maxPayload is the largest message, in bytes.
const maxPayload = 1 << 20

// Embed starts a server with its files in a directory. It listens at an address,
// HOST:PORT, or not at all if that is empty. Beyond loopback it wants TLS and a
// key from everybody.
func Embed(address, dir string) (*Server, error) {
	options := &server.Options{
		ServerName: "heterodox", DontListen: address == "", JetStream: true, StoreDir: filepath.Join(dir, "nats"),
		NoLog: true, NoSigs: true, MaxPayload: maxPayload, PingInterval: pingInterval, MaxPingsOut: 2, JetStreamMaxMemory: 1 << 30, JetStreamMaxStore: 16 << 30,
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
		if options.Port == 0 {
			options.Port = server.RANDOM_PORT
		}
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			if s.keys, err = openKeyring(dir, true); err != nil {
				return nil, err
			}
			if err := s.keys.guard(options); err != nil {
				return nil, err
			}
		}
	}
	if err := os.MkdirAll(options.StoreDir, 0o700); err != nil {
		return nil, err
	}
	var err error
	if s.nats, err = server.NewServer(options); err != nil {
		return nil, fmt.Errorf("NATS: %w", err)
	}
	go s.nats.Start()
	if !s.nats.ReadyForConnections(10 * time.Second) {
		s.nats.Shutdown()
		return nil, fmt.Errorf("nothing can listen at %s: is the port in use?", address)
	}
	if s.keys != nil {
		s.keys.watch(s.nats, options)
	}
	return s, nil
}

// Connect connects to the server without a network.
func (s *Server) Connect() (*nats.Conn, error) {
	options := []nats.Option{nats.InProcessServer(s.nats), nats.Name("coordinator")}
	if s.keys != nil {
		option, err := s.keys.coordinator()
		if err != nil {
			return nil, err
		}
		options = append(options, option)
	}
	return nats.Connect("", options...)
}

// URL returns where the server listens, "" if it does not.
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

// Dial connects to a server by its URL or by an invitation, the name of a file.
func Dial(target, name string) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name(name), nats.Timeout(5 * time.Second), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second),
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // what matters comes back from calls
	}
	if text, err := os.ReadFile(target); err == nil {
		invitation, err := parseInvitation(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", target, err)
		}
		more, err := invitation.options()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", target, err)
		}
		target, options = invitation.URL, append(options, more...)
	}
	conn, err := nats.Connect(target, options...)
	if err != nil {
		return nil, dialFault(target, err)
	}
	return conn, nil
}

// dialFault says in a line why there is no connection.
func dialFault(target string, err error) error {
	host, address := (*net.DNSError)(nil), (*net.AddrError)(nil)
	switch {
	case errors.As(err, &host) && host.IsNotFound:
		return fmt.Errorf("%s is neither the file of an invitation nor the URL of a server: no host is called %.60q", target, host.Name)
	case errors.As(err, &host):
		return fmt.Errorf("%s: the host %.60q cannot be looked up now", target, host.Name)
	case errors.As(err, &address):
		return fmt.Errorf("%s is not the URL of a server: %s", target, address.Err)
	case errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("nobody answers at %s", target)
	case strings.Contains(strings.ToLower(err.Error()), "authorization violation"):
		return fmt.Errorf("%s does not know the key: it has been shut out, or made less than a second ago", target)
	}
	return fmt.Errorf("%s: %w", target, err)
}
