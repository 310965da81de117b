BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0024');
CREATE TABLE cup_events (
	cup INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (cup, number), 
	FOREIGN KEY(cup) REFERENCES cups (id)
);
INSERT INTO "cup_events" VALUES(1,0,'CupOpened','{"at": "2026-11-28T00:20:53.564501+00:00", "host": {"id": "1d6f139658.host", "name": "Zoe"}, "name": "Colosseum", "plan": {"system": "knockout", "terms": {"format": "genius", "ruleset": "genius", "side": 5, "colours": ["red", "blue"], "control": {"per_move": 60000000, "bank": 300000000}}}, "kind": "CupOpened"}');
INSERT INTO "cup_events" VALUES(1,1,'CupShown','{"at": "2026-11-28T00:20:53.578572+00:00", "message": "5", "through": 0, "kind": "CupShown"}');
INSERT INTO "cup_events" VALUES(1,2,'PlayerEntered','{"at": "2026-11-28T00:20:53.644962+00:00", "player": {"id": "1d6f139658.player-729919844403", "name": "Cid"}, "kind": "PlayerEntered"}');
CREATE TABLE cup_games (
	cup INTEGER NOT NULL, 
	pairing INTEGER NOT NULL, 
	game INTEGER NOT NULL, 
	"match" INTEGER NOT NULL, 
	PRIMARY KEY (cup, pairing, game), 
	FOREIGN KEY(cup) REFERENCES cups (id), 
	UNIQUE ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE cups (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	room VARCHAR(64) NOT NULL, 
	open BOOLEAN NOT NULL
);
INSERT INTO "cups" VALUES(1,'room','local','1d6f139658',1);
CREATE TABLE duty (
	venue VARCHAR(32) NOT NULL, 
	shards INTEGER NOT NULL, 
	shard INTEGER NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (venue, shards, shard)
);
INSERT INTO "duty" VALUES('room',1,0,'2026-11-28T00:20:54.055166+00:00');
CREATE TABLE events (
	"match" INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY ("match", number), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "events" VALUES(1,0,'MatchOpened','{"at": "2026-11-28T00:20:53.126113+00:00", "host": {"id": "05b636dad5.host", "name": "Zoe"}, "players": [{"id": "05b636dad5.one", "name": "Ann"}, {"id": "05b636dad5.two", "name": "Bob"}], "terms": {"format": "genius", "ruleset": "genius", "side": 5, "colours": ["red", "blue"], "control": null}, "public": true, "kind": "MatchOpened"}');
INSERT INTO "events" VALUES(1,1,'Shown','{"at": "2026-11-28T00:20:53.332340+00:00", "message": "1", "through": 0, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(1,2,'PlayerReady','{"at": "2026-11-28T00:20:53.339555+00:00", "colour": 0, "kind": "PlayerReady"}');
INSERT INTO "events" VALUES(1,3,'PlayerReady','{"at": "2026-11-28T00:20:53.376118+00:00", "colour": 1, "kind": "PlayerReady"}');
INSERT INTO "events" VALUES(1,4,'MatchStarted','{"at": "2026-11-28T00:20:53.376118+00:00", "kind": "MatchStarted"}');
INSERT INTO "events" VALUES(1,5,'Shown','{"at": "2026-11-28T00:20:53.448697+00:00", "message": "2", "through": 4, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(1,6,'TurnPlayed','{"at": "2026-11-28T00:20:53.397480+00:00", "colour": 0, "turn": "E5", "message": "3", "kind": "TurnPlayed"}');
INSERT INTO "events" VALUES(1,7,'Shown','{"at": "2026-11-28T00:20:53.506434+00:00", "message": "4", "through": 6, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,0,'MatchOpened','{"at": "2026-11-21T22:00:00+00:00", "host": {"id": "host", "name": "Host"}, "players": [{"id": "ann", "name": "Ann"}, {"id": "bob", "name": "Bob"}], "terms": {"format": "genius", "ruleset": "genius", "side": 5, "colours": ["red", "blue"], "control": {"per_move": 60000000, "bank": 300000000, "increment": 5000000}, "warnings": []}, "kind": "MatchOpened"}');
INSERT INTO "events" VALUES(2,1,'Shown','{"at": "2026-11-21T22:00:01+00:00", "message": "b0", "through": 0, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,2,'PlayerReady','{"at": "2026-11-21T22:00:05+00:00", "colour": 0, "kind": "PlayerReady"}');
INSERT INTO "events" VALUES(2,3,'Shown','{"at": "2026-11-21T22:00:06+00:00", "message": "b5", "through": 2, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,4,'PlayerReady','{"at": "2026-11-21T22:00:09+00:00", "colour": 1, "kind": "PlayerReady"}');
INSERT INTO "events" VALUES(2,5,'MatchStarted','{"at": "2026-11-21T22:00:09+00:00", "kind": "MatchStarted"}');
INSERT INTO "events" VALUES(2,6,'Shown','{"at": "2026-11-21T22:00:10+00:00", "message": "b9", "through": 5, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,7,'TurnPlayed','{"at": "2026-11-21T22:00:20+00:00", "colour": 0, "turn": "F6", "used": 10000000, "bank": 305000000, "message": "m20", "kind": "TurnPlayed"}');
INSERT INTO "events" VALUES(2,8,'Shown','{"at": "2026-11-21T22:00:21+00:00", "message": "b20", "through": 7, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,9,'TurnPlayed','{"at": "2026-11-21T22:00:40+00:00", "colour": 1, "turn": "D3 F7", "used": 19000000, "bank": 305000000, "message": "m40", "kind": "TurnPlayed"}');
INSERT INTO "events" VALUES(2,10,'Shown','{"at": "2026-11-21T22:00:41+00:00", "message": "b40", "through": 9, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,11,'TurnPlayed','{"at": "2026-11-21T22:02:10+00:00", "colour": 0, "turn": "B2 G5", "used": 89000000, "bank": 281000000, "message": "m130", "kind": "TurnPlayed"}');
INSERT INTO "events" VALUES(2,12,'Shown','{"at": "2026-11-21T22:02:11+00:00", "message": "b130", "through": 11, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,13,'MatchPaused','{"at": "2026-11-21T22:02:20+00:00", "by": {"id": "host", "name": "Host"}, "reason": "a call at the door", "kind": "MatchPaused"}');
INSERT INTO "events" VALUES(2,14,'Shown','{"at": "2026-11-21T22:02:21+00:00", "message": "b140", "through": 13, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,15,'MatchResumed','{"at": "2026-11-21T22:03:20+00:00", "by": {"id": "host", "name": "Host"}, "kind": "MatchResumed"}');
INSERT INTO "events" VALUES(2,16,'Shown','{"at": "2026-11-21T22:03:21+00:00", "message": "b200", "through": 15, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,17,'TurnPlayed','{"at": "2026-11-21T22:03:50+00:00", "colour": 1, "turn": "G6", "used": 38000000, "bank": 310000000, "message": "m230", "kind": "TurnPlayed"}');
INSERT INTO "events" VALUES(2,18,'Shown','{"at": "2026-11-21T22:03:51+00:00", "message": "b230", "through": 17, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,19,'TurnPlayed','{"at": "2026-11-21T22:04:20+00:00", "colour": 0, "turn": "G4 H5", "used": 29000000, "bank": 286000000, "message": "m260", "kind": "TurnPlayed"}');
INSERT INTO "events" VALUES(2,20,'Shown','{"at": "2026-11-21T22:04:21+00:00", "message": "b260", "through": 19, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,21,'RulingKept','{"at": "2026-11-21T22:04:22+00:00", "message": "m230", "deleted": true, "colour": 1, "kind": "RulingKept"}');
INSERT INTO "events" VALUES(2,22,'RefereeAway','{"at": "2026-11-21T22:04:30+00:00", "told": true, "kind": "RefereeAway"}');
INSERT INTO "events" VALUES(2,23,'RefereeBack','{"at": "2026-11-21T22:06:40+00:00", "away_since": "2026-11-21T22:04:30+00:00", "told": true, "kind": "RefereeBack"}');
INSERT INTO "events" VALUES(2,24,'Shown','{"at": "2026-11-21T22:06:41+00:00", "message": "b401", "through": 23, "board": true, "kind": "Shown"}');
INSERT INTO "events" VALUES(2,25,'BankOpened','{"at": "2026-11-21T22:07:32+00:00", "colour": 1, "kind": "BankOpened"}');
INSERT INTO "events" VALUES(2,26,'FlagFell','{"at": "2026-11-21T22:12:42+00:00", "colour": 1, "kind": "FlagFell"}');
INSERT INTO "events" VALUES(2,27,'MatchEnded','{"at": "2026-11-21T22:12:42+00:00", "winner": 0, "termination": "time", "kind": "MatchEnded"}');
CREATE TABLE facts (
	"match" INTEGER NOT NULL, 
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	ended BIGINT NOT NULL, 
	shown BOOLEAN NOT NULL, 
	readable BOOLEAN NOT NULL, 
	ruleset VARCHAR(32) NOT NULL, 
	side INTEGER NOT NULL, 
	winner INTEGER, 
	ending VARCHAR(32) NOT NULL, 
	counts BOOLEAN NOT NULL, 
	whole INTEGER NOT NULL, 
	seconds INTEGER NOT NULL, 
	turns INTEGER NOT NULL, 
	long_turns INTEGER NOT NULL, 
	opening TEXT NOT NULL, 
	options TEXT NOT NULL, 
	moves TEXT NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "facts" VALUES(2,'discord','100',1795299162000000,0,1,'genius',5,0,'time',1,3,753,5,0,'C4/B3+G4/C5+H2/B4/B5+D6/','','F6 / D3 F7 / B2 G5 / G6 / G4 H5');
CREATE TABLE "forum_posts" (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	post VARCHAR(64) NOT NULL, 
	topic VARCHAR(64) NOT NULL, 
	number INTEGER, 
	author VARCHAR(64) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	made VARCHAR(40) NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	edited VARCHAR(40), 
	text TEXT NOT NULL, 
	late BOOLEAN NOT NULL, 
	gone VARCHAR(16) NOT NULL, 
	answered BOOLEAN NOT NULL, 
	refused BOOLEAN NOT NULL, 
	PRIMARY KEY (venue, server, post)
);
CREATE TABLE "forum_topics" (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	topic VARCHAR(64) NOT NULL, 
	category INTEGER NOT NULL, 
	read VARCHAR(40), 
	settled VARCHAR(40), 
	PRIMARY KEY (venue, server, topic)
);
CREATE TABLE forums (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	since VARCHAR(40) NOT NULL, 
	PRIMARY KEY (venue, server)
);
CREATE TABLE halls (
	slug VARCHAR(64) NOT NULL, 
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	PRIMARY KEY (slug), 
	UNIQUE (venue, server)
);
CREATE TABLE identifies (
	bucket INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (bucket)
);
CREATE TABLE ladders (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	ended BIGINT, 
	"match" INTEGER, 
	PRIMARY KEY (venue, server)
);
INSERT INTO "ladders" VALUES('discord','100',NULL,NULL);
CREATE TABLE leases (
	venue VARCHAR(32) NOT NULL, 
	shard INTEGER NOT NULL, 
	shards INTEGER NOT NULL, 
	holder VARCHAR(32) NOT NULL, 
	host VARCHAR(255) NOT NULL, 
	machine VARCHAR(128) NOT NULL, 
	pid INTEGER NOT NULL, 
	started VARCHAR(32) NOT NULL, 
	since VARCHAR(40) NOT NULL, 
	beat INTEGER NOT NULL, 
	renewed INTEGER NOT NULL, 
	on_duty BOOLEAN NOT NULL, address VARCHAR(255) DEFAULT '' NOT NULL, 
	PRIMARY KEY (venue, shard)
);
CREATE TABLE links (
	hash VARCHAR(64) NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	room VARCHAR(64) NOT NULL, 
	"match" INTEGER NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "links" VALUES('badc72c0465a9f0aee161cb87a3c72d3c4d0fb0dbe70de75f27aa2ef52c80534','host','05b636dad5',0,'05b636dad5.host','');
INSERT INTO "links" VALUES('0108280ab04102b15fe4f5b7c44a14464452793c9b2a33142311ef079a67ba99','seat','05b636dad5',0,'05b636dad5.one','');
INSERT INTO "links" VALUES('2ef2bcf43611128fcae5a0cfbbaa36a29cf358535fefde87a2da160c3e08ffaf','seat','05b636dad5',0,'05b636dad5.two','');
INSERT INTO "links" VALUES('f40deb9db56b6989584f6dbaf865e35316580cee75b86cd920ba5d4aa0b21412','watch','05b636dad5',0,'05b636dad5.watch','');
INSERT INTO "links" VALUES('6499782b4db1f24554d32740b5480b3d4d7755c04ce11e4f6aeb37639ff0feb1','host','1d6f139658',0,'1d6f139658.host','');
INSERT INTO "links" VALUES('0fe056f23da414f5b77b6096bbe4c78cca7e722875c8f900fd47b71ab3123056','watch','1d6f139658',0,'1d6f139658.watch','');
INSERT INTO "links" VALUES('54c1b25b5daac2fcfa9d055fedaea6d133384c9c5061d8a9109fe86392a1f032','seat','1d6f139658',0,'1d6f139658.player-729919844403','Cid');
CREATE TABLE matches (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	room VARCHAR(64) NOT NULL, 
	open BOOLEAN NOT NULL, 
	opened_at VARCHAR(40) NOT NULL
);
INSERT INTO "matches" VALUES(1,'room','local','05b636dad5',1,'2026-11-28T00:20:53.126113+00:00');
INSERT INTO "matches" VALUES(2,'discord','100','200',0,'2026-11-21T22:00:00+00:00');
CREATE TABLE outbox (
	"match" INTEGER NOT NULL, 
	through INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	reply_to VARCHAR(64), 
	sent BOOLEAN NOT NULL, 
	PRIMARY KEY ("match", through), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "outbox" VALUES(1,0,0,NULL,1);
INSERT INTO "outbox" VALUES(1,4,3,NULL,1);
INSERT INTO "outbox" VALUES(1,6,6,'3',1);
INSERT INTO "outbox" VALUES(2,0,0,NULL,1);
INSERT INTO "outbox" VALUES(2,2,2,NULL,1);
INSERT INTO "outbox" VALUES(2,5,4,NULL,1);
INSERT INTO "outbox" VALUES(2,7,7,'m20',1);
INSERT INTO "outbox" VALUES(2,9,9,'m40',1);
INSERT INTO "outbox" VALUES(2,11,11,'m130',1);
INSERT INTO "outbox" VALUES(2,13,13,NULL,1);
INSERT INTO "outbox" VALUES(2,15,15,NULL,1);
INSERT INTO "outbox" VALUES(2,17,17,'m230',1);
INSERT INTO "outbox" VALUES(2,19,19,'m260',1);
INSERT INTO "outbox" VALUES(2,23,21,NULL,1);
INSERT INTO "outbox" VALUES(2,25,25,NULL,0);
INSERT INTO "outbox" VALUES(2,27,26,NULL,0);
CREATE TABLE people (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	zone VARCHAR(64) NOT NULL, 
	PRIMARY KEY (venue, server, player)
);
CREATE TABLE players (
	"match" INTEGER NOT NULL, 
	colour INTEGER NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	PRIMARY KEY ("match", colour), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "players" VALUES(1,0,'05b636dad5.one');
INSERT INTO "players" VALUES(1,1,'05b636dad5.two');
INSERT INTO "players" VALUES(2,0,'ann');
INSERT INTO "players" VALUES(2,1,'bob');
CREATE TABLE puzzlers (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	current INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	PRIMARY KEY (venue, server, player)
);
CREATE TABLE puzzles_done (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	puzzle INTEGER NOT NULL, 
	solved BOOLEAN NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	PRIMARY KEY (venue, server, player, puzzle)
);
CREATE TABLE ratings (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	ended BIGINT NOT NULL, 
	"match" INTEGER NOT NULL, 
	data TEXT, 
	PRIMARY KEY (venue, server, player, ended, "match"), 
	FOREIGN KEY("match") REFERENCES results ("match")
)
 WITHOUT ROWID

;
INSERT INTO "ratings" VALUES('discord','100','ann',1795299162000000,2,'["ann", "Ann", "", 27.635389493140497, 8.065901413543681, {"genius": [1, 0, 0, 0, 0]}]');
INSERT INTO "ratings" VALUES('discord','100','bob',1795299162000000,2,'["bob", "Bob", "", 22.364610506859503, 8.065901413543681, {"genius": [0, 1, 0, 1, 0]}]');
CREATE TABLE reminded (
	"match" INTEGER NOT NULL, 
	turn VARCHAR(32) NOT NULL, 
	causes VARCHAR(32) NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE reminders (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	"after" INTEGER NOT NULL, 
	quiet VARCHAR(8) NOT NULL, 
	zone VARCHAR(64) NOT NULL, 
	failed INTEGER NOT NULL, 
	PRIMARY KEY (venue, server, player)
);
INSERT INTO "reminders" VALUES('room','','Ann',43200,'','',0);
CREATE TABLE results (
	"match" INTEGER NOT NULL, 
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	ended BIGINT NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "results" VALUES(2,'discord','100',1795299162000000,'{"match": 2, "format": "genius", "players": [{"id": "ann", "name": "Ann"}, {"id": "bob", "name": "Bob"}], "colours": ["red", "blue"], "winner": 0, "termination": "time", "at": "2026-11-21T22:12:42+00:00"}');
CREATE TABLE room_lines (
	serial INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	room VARCHAR(64) NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	speaker VARCHAR(64), 
	name VARCHAR(64) NOT NULL, 
	colour VARCHAR(16) NOT NULL, 
	text TEXT NOT NULL, 
	nonce VARCHAR(128), 
	reply_to INTEGER, 
	picture VARCHAR(64), 
	alt TEXT NOT NULL, 
	UNIQUE (nonce)
);
INSERT INTO "room_lines" VALUES(1,'05b636dad5','2026-11-28T00:20:53.332340+00:00','told',NULL,'','','Catchup: Red Ann against Blue Bob.
Red starts · side 5 · no clock
Press Ready, both of you. Write all stones of a turn in one message: C3 D4.','1.0.25253126',NULL,'JIKl3FEoC4GYrgD1HJ1pfiiN','Catchup: a hexagonal board of side 5. Score: Red (Ann) 1, Blue (Bob) 1. Red to move: place 1 stone. Red has no stones. Blue has no stones.');
INSERT INTO "room_lines" VALUES(2,'05b636dad5','2026-11-28T00:20:53.448697+00:00','told',NULL,'','','▶️ Both are ready.
Ann, Red may place 1 stone.','1.4.25253376',NULL,'0llHKiFq61rK5o_BLhhCQiNt','Catchup: a hexagonal board of side 5. Score: Red (Ann) 1, Blue (Bob) 1. Red to move: place 1 stone. Red has no stones. Blue has no stones.');
INSERT INTO "room_lines" VALUES(3,'05b636dad5','2026-11-28T00:20:53.397480+00:00','said','05b636dad5.one','Ann','red','E5','05b636dad5/key-2',NULL,NULL,'');
INSERT INTO "room_lines" VALUES(4,'05b636dad5','2026-11-28T00:20:53.506434+00:00','told',NULL,'','','Red played E5.
Bob, Blue may place 1 or 2 stones.','1.6.25253397',3,'r_kijbgke1hJ3egsV720HY_J','Catchup: a hexagonal board of side 5 after turn 1. Score: Red (Ann) 1, Blue (Bob) 1. Red last played E5. Blue to move: place 1 or 2 stones. Red''s 1 stone: E5. Blue has no stones.');
INSERT INTO "room_lines" VALUES(5,'1d6f139658','2026-11-28T00:20:53.578572+00:00','told',NULL,'','','🏆 Colosseum (cup 1): sign up now.
Knockout: who loses is out. Format genius, clock 1m+5m.
Press Join to be in. Zoe starts it with cup start.','c1.0.25253565',NULL,NULL,'');
CREATE TABLE room_pictures (
	name VARCHAR(64) NOT NULL, 
	png BLOB NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE rulings (
	"match" INTEGER NOT NULL, 
	message VARCHAR(64) NOT NULL, 
	accepted BOOLEAN NOT NULL, 
	PRIMARY KEY ("match", message), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "rulings" VALUES(1,'3',1);
INSERT INTO "rulings" VALUES(2,'m20',1);
INSERT INTO "rulings" VALUES(2,'m40',1);
INSERT INTO "rulings" VALUES(2,'m130',1);
INSERT INTO "rulings" VALUES(2,'m230',1);
INSERT INTO "rulings" VALUES(2,'m260',1);
INSERT INTO "rulings" VALUES(2,'m999',0);
CREATE TABLE servers (
	venue VARCHAR(32) NOT NULL, 
	server VARCHAR(64) NOT NULL, 
	rules TEXT NOT NULL, 
	PRIMARY KEY (venue, server)
);
CREATE INDEX ix_players_player ON players (player);
CREATE INDEX room_lines_by_room ON room_lines (room, serial);
CREATE INDEX forum_posts_of_topic ON forum_posts (venue, server, topic);
CREATE UNIQUE INDEX one_open_match_in_a_room ON matches (venue, server, room) WHERE open;
CREATE INDEX results_by_server ON results (venue, server, ended, "match");
CREATE INDEX room_lines_by_picture ON room_lines (picture);
CREATE INDEX ix_links_room ON links (room);
CREATE INDEX ix_links_match ON links ("match");
CREATE INDEX matches_by_room ON matches (venue, server, room, open, id);
CREATE INDEX ix_ratings_match ON ratings ("match");
CREATE INDEX cups_by_room ON cups (venue, server, room, open, id);
CREATE INDEX facts_by_end ON facts (venue, server, shown, ended, "match");
CREATE INDEX facts_by_length ON facts (venue, server, shown, turns);
CREATE INDEX facts_by_game ON facts (venue, server, shown, ruleset, side, turns);
CREATE INDEX facts_by_opening ON facts (venue, server, shown, ruleset, side, opening, winner);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',2);
INSERT INTO "sqlite_sequence" VALUES('room_lines',5);
INSERT INTO "sqlite_sequence" VALUES('cups',1);
COMMIT;
