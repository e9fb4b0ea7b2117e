-- Backups that staff asked to delete.
alter table backups add column delete_asked_at timestamptz;    -- a worker deletes the file, then the row
