-- Why an installation failed or what it waits for, as a code with values (contract, InstallMessage); rows from before keep
-- their sentence in "error".
alter table node_installs add column reason jsonb;
