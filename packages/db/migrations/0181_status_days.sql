-- What the public status page shows of a day: samples of a minute by part, and those of them that were bad. A sample
-- of the panel is a minute, one of nodes a node, one of payments a way to pay.
create table status_days (
  day     date not null,
  part    text not null check (part in ('panel', 'nodes', 'payments')),
  noted   bigint not null check (noted >= 0),
  bad     bigint not null check (bad between 0 and noted),
  last_at timestamptz not null,                                          -- newest minute that is counted
  primary key (day, part)
);
