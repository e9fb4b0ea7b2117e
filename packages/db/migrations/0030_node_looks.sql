-- When the panel last looked at a node, whether it answered or not: a state that nobody renews is not shown as today's.
alter table node_agents add column looked_at timestamptz;
update node_agents set looked_at = reached_at;
