-- Records are written day after day: pages of a day are found by ranges, in some kilobytes a gigabyte.
-- lock: ten million rows are read in a second, and no page of customers waits for it
create index traffic_records_days on traffic_records using brin (day) with (autosummarize = on);
