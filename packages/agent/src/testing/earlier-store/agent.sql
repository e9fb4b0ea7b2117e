-- What an agent of commit 30d5c94 left in agent.db: batches 1 and 2 acknowledged, 3 to 5 waiting, two open days.
CREATE TABLE meta (key text primary key, value text not null) strict, without rowid;
insert into meta values ('acked_seq', '2');
insert into meta values ('desired_gen', '41');
insert into meta values ('epoch', '0d9a5c3e-8f41-4b7a-9c27-51e3a7d0b6f2');
insert into meta values ('last_tick', '1772380802250');
insert into meta values ('lines', '[{"line":1,"port":2001,"protocol":"vmesh_tcp"},{"line":2,"port":2002,"protocol":"ss","method":"2022-blake3-aes-128-gcm","serverKey":"AAECAwQFBgcICQoLDA0ODw=="}]');
insert into meta values ('next_seq', '6');
insert into meta values ('node', '{"timezone":"Asia/Shanghai","openLog":true,"warp":false,"allowPrivate":false}');
insert into meta values ('owner', '6f0c4bd5-5a7e-4c0e-9d3f-2b6e3b1f0a11');
insert into meta values ('panel_called', '1772380802250');
insert into meta values ('panel_networks', '["203.0.113.9","2001:db8::/32"]');
insert into meta values ('read_of', '8a6f0d6e-4b7c-4df5-9d58-1b6c2f1a7c55:4711:982451');
insert into meta values ('unattributed', '303');
insert into meta values ('wire', '{"instance":"8a6f0d6e-4b7c-4df5-9d58-1b6c2f1a7c55:4711:982451","bytes":5000020000,"read":5000009889}');
CREATE TABLE counter (id integer primary key, name text not null unique) strict;
insert into counter values (1, 'user>>>u7.l1>>>traffic>>>downlink');
insert into counter values (2, 'user>>>u7.l1>>>traffic>>>uplink');
insert into counter values (3, 'user>>>u7.l2>>>traffic>>>uplink');
insert into counter values (4, 'user>>>u9.l1>>>traffic>>>downlink');
insert into counter values (5, 'user>>>u0.l2>>>traffic>>>uplink');
insert into counter values (6, 'user>>>u7.l2>>>traffic>>>downlink');
insert into counter values (7, 'user>>>u9.l1>>>traffic>>>uplink');
CREATE TABLE last_value (id integer primary key, value integer not null) strict;
insert into last_value values (1, 5000003441);
insert into last_value values (2, 1216);
insert into last_value values (3, 79);
insert into last_value values (4, 1100);
insert into last_value values (5, 13);
insert into last_value values (6, 4173);
insert into last_value values (7, 3);
CREATE TABLE open_usage (
  day text not null, line integer not null, user integer not null, up integer not null, down integer not null,
  primary key (day, line, user)
) strict, without rowid;
insert into open_usage values ('2026-03-01', 1, 7, 11, 0);
insert into open_usage values ('2026-03-02', 1, 7, 5, 0);
insert into open_usage values ('2026-03-02', 1, 9, 3, 0);
insert into open_usage values ('2026-03-02', 2, 7, 0, 77);
CREATE TABLE open_span (
  day text primary key, from_ms integer not null, to_ms integer not null
) strict, without rowid;
insert into open_span values ('2026-03-01', 1772337900250, 1772380797250);
insert into open_span values ('2026-03-02', 1772380797250, 1772380802250);
CREATE TABLE sealed (
  seq integer primary key, payload text not null, acked_at integer
) strict;
insert into sealed values (1, '{"seq":1,"day":"2026-03-01","from":1772337600750,"to":1772337660250,"rows":[[1,7,1200,3400]],"sha256":"8b377cbfa27c7050bebaca20ba8490282e87698689408128626ae3d4afdc684b"}', 1772337720250);
insert into sealed values (2, '{"seq":2,"day":"2026-03-01","from":1772337660250,"to":1772337720250,"rows":[[1,9,0,600],[2,7,70,0]],"sha256":"81b3610bd8ba375f3ad81861c95cbd132dbcdafceeff0671b5b5f620c461c441"}', 1772337780250);
insert into sealed values (3, '{"seq":3,"day":"2026-03-01","from":1772337720250,"to":1772337780250,"rows":[[1,7,0,5000000001],[1,9,0,500]],"sha256":"9119e5a7a30c26ee977df92a68b2b08891dfc1f4e6ce874e5a4a6c48dfc7c23a"}', null);
insert into sealed values (4, '{"seq":4,"day":"2026-03-01","from":1772337780250,"to":1772337840250,"rows":[[2,7,0,4096]],"sha256":"9879744fce40d82e6c3821b35d254b3e8da5d6659d3e76f879b33d1b9485dd2f"}', null);
insert into sealed values (5, '{"seq":5,"day":"2026-03-01","from":1772337840250,"to":1772337900250,"rows":[[2,7,9,0]],"sha256":"c0f7209e815f0aff4a2f91611f0fb1beebd1fd238112bc89b0304a6460d2f58b"}', null);
CREATE TABLE desired_user (
  line integer not null, user integer not null, credential text not null, not_after integer, quota_left integer,
  primary key (line, user)
) strict, without rowid;
insert into desired_user values (1, 7, '5b1c7f7e-6a0d-4d0b-8a53-0f8a1d2c3b4e', 1772600000, 10000);
insert into desired_user values (1, 9, 'c0a80101-0000-4000-8000-000000000009', null, 1000);
insert into desired_user values (2, 7, 'AAECAwQFBgcICQoLDA0ODw==', null, null);
CREATE TABLE user_used (
  line integer not null, user integer not null, used integer not null, primary key (line, user)
) strict, without rowid;
insert into user_used values (1, 7, 5000004657);
insert into user_used values (1, 9, 1103);
insert into user_used values (2, 7, 4252);
