-- An active account's row is written once an hour. On a full page it would move, and ten indexes would be written with
-- it (0.15 ms an account instead of 0.02). Only new pages get the room: rows move there once.
alter table users set (fillfactor = 70);
