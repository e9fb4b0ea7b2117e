-- Who last decided what a coupon is worth: an account's id, which stays when the account is gone. Of coupons from
-- before, whoever the audit names last, else their maker.
alter table coupons add column worth_by uuid;
update coupons c set worth_by = coalesce(
  (select a.actor from audit_log a
    where a.kind = 'coupon' and a.object = c.id::text and a.after is not null
      and (a.before is null or a.after ?| array['type', 'traffic', 'traffic_limited', 'traffic_hours', 'vip_days',
                                                'money', 'discount_bp', 'per_user', 'total', 'expires_at'])
    order by a.at desc, a.id desc limit 1),
  c.made_by);
