"""The local room: a web page on this machine where a match is refereed with no token at all."""
