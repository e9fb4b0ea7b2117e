-- Since when every flight to an agent has ended before it had shown all; null for one that showed all the last time.
alter table node_agents add column behind_since timestamptz;
