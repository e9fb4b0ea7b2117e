-- A use of a coupon keeps its kind, and one by an order what the coupon was worth there: milli-yuan that it took off,
-- and the share that was still paid in ten-thousandths. Orders kept the sum alone, and only while the coupon was on
-- them: the share is the coupon's own while that takes off as much, else the roundest one that does; a use that its
-- order does not name any more has what the coupon says now.
alter table coupon_uses
  add column type        text check (type in ('freeUse', 'freeTime', 'cash', 'discount')),
  add column discount    bigint check (discount >= 0 and discount % 10 = 0),
  add column discount_bp integer check (discount_bp between 0 and 10000);

with applied as (
  select u.id, o.price, c.type, c.discount_bp as now_bp, least(c.money, o.price) as now_money,
         case when o.coupon_use_id = u.id then o.discount end as discount
    from coupon_uses u join coupons c on c.id = u.coupon_id join orders o on o.id = u.order_id),
shares as (
  select a.id, a.discount, s.bp
    from applied a
    left join lateral (
      select bp from (values (1, a.now_bp),
                             (2, 10000 - (ceil(a.discount * 10000.0 / a.price / 1000) * 1000)::integer),
                             (3, 10000 - (ceil(a.discount * 10000.0 / a.price / 100) * 100)::integer),
                             (4, 10000 - (ceil(a.discount * 10000.0 / a.price / 10) * 10)::integer),
                             (5, 10000 - ceil(a.discount * 10000.0 / a.price)::integer)) as share (rank, bp)
       where a.price * (10000 - bp) / 100000 * 10 = a.discount order by rank limit 1) s on true)
update coupon_uses u
   set discount = coalesce(a.discount, case a.type when 'cash' then a.now_money
                                                   else a.price * (10000 - a.now_bp) / 100000 * 10 end),
       discount_bp = coalesce(case when a.type = 'discount' then s.bp end, a.now_bp)
  from applied a join shares s on s.id = a.id where u.id = a.id;

update coupon_uses u set type = coalesce((select nullif(o.coupon_type, '') from orders o where o.coupon_use_id = u.id),
                                          c.type)
  from coupons c where c.id = u.coupon_id;

-- The reference to an order of a row that was written twice is checked at the end, and before a table is altered.
set constraints coupon_uses_order immediate;
alter table coupon_uses alter column type set not null;
alter table coupon_uses add constraint coupon_uses_applied check (
  (order_id is null) = (discount is null) and (order_id is null) = (discount_bp is null));

-- When the end of an order failed for the last time: it is put off, and those behind it have their turn.
alter table orders add column expiry_failed_at timestamptz;
