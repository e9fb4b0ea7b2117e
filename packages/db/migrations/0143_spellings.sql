-- Coupon codes and e-mail addresses are compared whatever their spelling.

-- Codes of before that differ in case alone keep working, each by its exact spelling. A deleted one gives way to a
-- living one.
alter table coupons add column code_exact boolean not null default false;
with groups as (
  select lower(code collate "C") as key, count(*) filter (where deleted_at is null) as living
    from coupons group by 1 having count(*) > 1)
update coupons c set code_exact = true from groups g
 where lower(c.code collate "C") = g.key and (g.living <> 1 or c.deleted_at is not null);
create unique index coupons_spelling on coupons (lower(code collate "C")) where not code_exact;
create index coupons_typed on coupons (lower(code collate "C"));

-- Addresses become NFC. Of several accounts with one address in several spellings, one gets it: the one that has it
-- already, else the oldest. The others keep their spelling, and are found by it.
update users u set email = normalize(u.email, NFC)
 where u.email is not nfc normalized
   and normalize(u.email, NFC) = lower(normalize(u.email, NFC))
   and length(normalize(u.email, NFC)) between 3 and 254
   and not exists (
     select 1 from users o
      where o.id <> u.id and normalize(o.email, NFC) = normalize(u.email, NFC)
        and (o.email is nfc normalized or (o.created_at, o.id) < (u.created_at, u.id)));
update account_requests set email = normalize(email, NFC) where email is not nfc normalized;
