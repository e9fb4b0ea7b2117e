-- Why a node is not well is codes now, whose words are the console's. What was written as a sentence is not translated:
-- the next look, a minute later, says it anew.
alter table node_agents add column troubles jsonb not null default '[]';
alter table node_agents drop column last_error;
