package serve

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"
)

// This file puts a whole game into a link: its text as it is saved, with variations and
// comments, after the variants file that it is from, if any, compressed. The text of a
// link is linkVersion, followed by the checksum and the compressed text in base64.
// Links can come from anybody.

const (
	linkVersion = "1"
	maxLink     = 8_000   // letters that mail, messengers and browsers let through
	maxLinkText = 256_000 // bytes of the game before compression
)

// linkWords is text that most games have in common, the most frequent at the end.
const linkWords = `[Termination "checkmate"][Termination "resignation"][Annotator "[SetUp "1"]
[FEN " w KQkq - 0 1"]
[WhiteType "program"]
[WhiteLevel "5"]
[BlackType "program"]
[BlackLevel "5"]
[TimeControl "300+3"]
[Event "Heterodox"]
[Site "?"]
[Date "2026.01.01"]
[Round "-"]
[White "human"]
[Black "Heterodox level 5"]
[Result "1/2-1/2"]
[Result "0-1"]
[Result "1-0"]
[Result "*"]
[Variant "chess"]
[WhiteType "human"]
[BlackType "human"]
[TimeControl "-"]

 {[%eval 0.31]} O-O-O exd5 cxd5 Nxd5 Bxf6 Qxd1 Rxd1 Re1 Rad1 Bb5 Bc4 Nbd7 Nge2 a6 b6 g6 h3 Be7 Qe2 O-O Nc6 Nf6 Nc3 Nf3 1. e4 e5 2. d4 d5 3. c4 c5 4. `

var errLink = errors.New("the link is damaged: part of it may have been cut off")

// fileEnd separates the variants file from the game.
const fileEnd = "\x00"

// encodeLink returns the text of a link that holds a game and its variants file ("" for none).
func encodeLink(file, text string) (string, error) {
	game := []byte(text)
	if file != "" {
		game = []byte(file + fileEnd + text)
	}
	if len(game) > maxLinkText {
		return "", errLinkLength
	}
	var b bytes.Buffer
	binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(game))
	w, err := flate.NewWriterDict(&b, flate.BestCompression, []byte(linkWords))
	if err != nil {
		return "", err
	}
	w.Write(game) // a buffer accepts everything
	w.Close()
	link := linkVersion + base64.RawURLEncoding.EncodeToString(b.Bytes())
	if len(link) > maxLink {
		return "", errLinkLength
	}
	return link, nil
}

var errLinkLength = errors.New("the game is too long for a link: send it as a file")

// decodeLink returns the game that a link holds, and its variants file. What stands after a
// link in a text, such as a bracket or a full stop, is ignored.
func decodeLink(text string) (file, game string, err error) {
	text = strings.TrimRight(text, " \t\n.,;:!?)]}>\"'”’»")
	if len(text) > maxLink {
		return "", "", errors.New("the link is too long")
	}
	if text == "" || text[:1] != linkVersion {
		return "", "", errors.New("the link is from another version of this page")
	}
	packed, err := base64.RawURLEncoding.Strict().DecodeString(text[1:])
	if err != nil || len(packed) < 4 {
		return "", "", errLink
	}
	r := flate.NewReaderDict(bytes.NewReader(packed[4:]), []byte(linkWords))
	all, err := io.ReadAll(io.LimitReader(r, maxLinkText+1))
	switch {
	case len(all) > maxLinkText:
		return "", "", errors.New("the game in the link is too long")
	case err != nil || crc32.ChecksumIEEE(all) != binary.BigEndian.Uint32(packed):
		return "", "", errLink
	}
	file, game, found := strings.Cut(string(all), fileEnd)
	if !found {
		file, game = "", file
	}
	return file, game, nil
}

// link answers with the link that holds a game.
func (s *Server) link(w *Reply, _ *Request, room *room, _ seat) {
	file := room.source
	if file == "" && s.options.Source != nil {
		file = s.options.Source(room.table.State().Rules.Name())
	}
	text, err := "", s.foreign(file)
	if err == nil {
		text, err = encodeLink(file, string(room.table.Text()))
	}
	answerUnless(err, w, map[string]any{"link": text})
}
