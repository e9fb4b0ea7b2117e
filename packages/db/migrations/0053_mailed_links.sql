-- Which browser asked for a mailed link, so that it alone opens it without a question, and what is shown to another one.
alter table account_requests
  add column mark_hash     bytea,                                      -- SHA-256 of the browser's cookie; null: unknown
  add column asked_device  text not null default '',
  add column asked_network text not null default '';
