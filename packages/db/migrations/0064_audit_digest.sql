-- The last business day of which the operators were told what staff minted or adjusted on it.
create table audit_digest (
  one     boolean primary key default true check (one),
  through date not null
);
