-- What the last look at the audit's chain found.
create table audit_check (
  one        boolean primary key default true check (one),
  checked_at timestamptz not null,
  problems   integer not null check (problems >= 0)
);
