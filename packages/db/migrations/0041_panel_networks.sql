-- Addresses and networks from which a node's control port may be reached; none: from everywhere.
alter table nodes add column panel_networks text[] not null default '{}';
