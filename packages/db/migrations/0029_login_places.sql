-- Where an account has logged in from before: device and network, as one hash. A log-in from elsewhere is told of.
create table login_places (
  user_id uuid not null references users on delete cascade,
  place   bytea not null,                                              -- SHA-256
  seen_at timestamptz not null,
  primary key (user_id, place)
);
