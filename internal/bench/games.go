package bench

// games holds what bench searches. Changing it changes every signature: say so in the
// commit message.
var games = []entry{
	{"chess", 0, []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	}},
	{"fischerandom", 0, []string{
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	}},
	{"fibonacci", 2, []string{
		"r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 3 5:1",
		"8/8/8/4k3/4p3/8/3P4/4K3 w - - 0 3 5:5",
	}},
	{"gun", 0, []string{
		"r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
	}},
	{"madhouse", 5, []string{
		"r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
	}},
	{"blackhole", 0, []string{
		"r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
	}},
	{"extinction", 0, []string{
		"r3k2r/pp1nbppp/4q3/8/8/4Q3/PP1NBPPP/R3K2R w KQkq - 0 1",
	}},
	{"baseline", 0, []string{
		"1n1r1q2/pppppppp/8/8/8/8/PPPPPPPP/1N1B1R1N[KQRBkrbbn] b - - 0 4",
		"bbnrkrqn/ppp1pppp/8/8/3pP3/2N5/PPPP1PPP/QR1KBNRB b - e3 0 11",
	}},
	{"fairy", 0, []string{
		"r1b1kb1r/ppp1pppp/2n2n2/3a4/1P1pP3/2N2N2/P1P2PPP/R1BAKB1R b KQkq e3 0 6",
	}},
	{"rifle", 0, []string{
		"r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
	}},
	{"amazon", 0, nil},
	{"placement", 0, []string{
		"rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[r] b KQq - 0 8",
	}},
	{"crazyhouse", 4, []string{
		"r1bqk2r/pppp1ppp/2n5/4p3/2B1P1n1/2NP1N2/PPP2bPP/R1BQ1K1R[P] w kq - 0 8",
	}},
	{"atomic", 4, []string{
		"r1bqkb1r/ppp2ppp/2n2n2/3pp3/4P3/2N2N2/PPPPQPPP/R1B1KB1R w KQkq - 0 5",
	}},
	{"antichess", 4, []string{
		"rnb1kbnr/p1pp1ppp/8/1p2p3/8/2P1P3/PP1P1PPP/RNB1KBNR w - - 0 5",
	}},
	{"threecheck", 0, []string{
		"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6 +1+1",
	}},
	{"fivecheck", 0, nil},
	{"kingofthehill", 0, []string{
		"r1bq1bnr/pp1pkppp/2n5/2p1p3/4P3/4K3/PPPP1PPP/RNBQ1BNR w - - 2 5",
	}},
	{"horde", 0, []string{
		"rnbqkbnr/pp1ppp1p/8/1PP2PP1/PPP1PPPP/PPPPPPPP/PPPPPPPP/PPP1PPPP w kq - 0 5",
	}},
	{"racingkings", 0, []string{
		"8/8/8/8/k6K/8/1rbnNBR1/qrbnNBRQ w - - 4 3",
	}},
	{"progressive", 2, []string{
		"r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 3 5:2",
	}},
	{"marseillais", 1, []string{
		"r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 3 5:2",
	}},
	{"giveaway", 4, nil},
	{"suicide", 4, nil},
	{"losers", 3, nil},
	{"nocheckatomic", 4, nil},
	{"kinglet", 3, nil},
	{"threekings", 0, nil},
	{"nocastle", 0, nil},
	{"gun+madhouse", 3, []string{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"}},
	{"blackhole+extinction", 0, nil},
	{"fibonacci+fairy", 1, nil},
}
