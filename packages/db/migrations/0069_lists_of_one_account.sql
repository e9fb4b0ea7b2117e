-- The page of one account lists its newest coupons, notices and audited changes: each reads one stretch of an index.
create index coupon_uses_newest on coupon_uses (user_id, used_at desc, id desc);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index audit_log_object_newest on audit_log (object, at desc, id desc);
