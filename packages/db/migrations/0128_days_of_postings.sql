-- Postings of the days that are not closed yet are looked up by their time, of which the rows stand nearly in order: an
-- index of ranges costs a posting nothing.
create index ledger_tx_at on ledger_tx using brin (at) with (pages_per_range = 32, autosummarize = on);
