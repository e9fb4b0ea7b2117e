-- Copies of backups in the object store.
alter table backups add column copied_at     timestamptz,
                    add column copy_tried_at timestamptz,
                    add column copy_problem  text not null default '';    -- of the last try; for staff, in Chinese
