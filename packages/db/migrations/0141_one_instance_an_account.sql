-- One switched-on instance for each real account at a provider.

-- The account that an instance takes money for: kind family, gateway, merchant. The program fills it for older rows at
-- its start, because SQL cannot normalise addresses. Null while the instance lacks what names its account.
alter table pay_instances add column account text;
-- Was on beside another instance of its account before this rule; it may stay on until it is switched off.
alter table pay_instances add column shares_account boolean not null default false;
-- What is sold by an account: versions of one interface (epay_v1, epay_v2) are one, products of Alipay or WeChat several.
alter table pay_instances add column product text not null generated always as (regexp_replace(kind, '_v[0-9]+$', '')) stored;
create unique index pay_instances_one_on on pay_instances (account, product) where is_on and not shares_account;

-- A notification may be a copy of one for another instance of the account.
alter table pay_deliveries drop constraint pay_deliveries_verdict_check;
alter table pay_deliveries add constraint pay_deliveries_verdict_check
  check (verdict in ('stored', 'known', 'copy', 'contradicts', 'ignored', 'refused'));
