-- A day of a provider without a list stays open while trades could not be asked about; the others are not asked again.
alter table reconciliations add column unasked integer not null default 0,     -- of the unanswered: to be asked again
                            add column heard text[] not null default '{}';     -- numbers of trades already answered; emptied when done
