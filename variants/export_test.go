package variants

// Builtin returns the games of games.ini.
var Builtin = builtin
