-- What becomes of a mail when its mailbox has had too many. Of notices, those that wait already are dropped last.
alter table mail_outbox
  add column urgency text not null default 'security' check (urgency in ('notice', 'link', 'security'));
alter table mail_outbox alter column urgency drop default;
