-- Accounts with the most suspicious use of their links in 24 hours. A job replaces all rows every ten minutes.
create table link_alarm_figures (
  user_num   bigint primary key references users (num) on delete cascade,
  place      integer not null,
  networks   integer not null,
  fetches    integer not null,
  wrong_keys integer not null,
  at         timestamptz not null
);
