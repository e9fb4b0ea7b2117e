-- Mails to operators are counted apart: a customer's request, and an alarm of the installation.
alter table mail_outbox
  drop constraint mail_outbox_urgency_check,
  add constraint mail_outbox_urgency_check check (urgency in ('notice', 'link', 'security', 'request', 'alarm'));

-- Notices to operators have a kind of their own. Admins keep their choice of orders for it.
insert into notice_channels (user_id, kind, mail, telegram)
select c.user_id, 'shop', c.mail, c.telegram
  from notice_channels c join users u on u.id = c.user_id
 where c.kind = 'order' and u.type = 'admin'
on conflict do nothing;

-- When the chain was last asked about a payout: those that wait longest come first.
alter table withdrawals add column chain_asked_at timestamptz;
drop index withdrawals_unchecked;
create index withdrawals_unchecked on withdrawals (chain_asked_at nulls first, decided_at) where chain_state = 'waiting';
