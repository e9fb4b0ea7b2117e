-- The folder of a node's installation is the one that the panel asked for, never one that a server named: a row that holds
-- any other forgets it, and with it what is said to be installed there.
update node_installs set prefix = '', version = '', previous = ''
 where prefix <> '' and prefix !~ '^(/opt|(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+)/skyport(-[0-9]+)?$';
