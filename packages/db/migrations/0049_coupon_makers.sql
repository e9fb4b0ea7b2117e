-- Who made a coupon: an account's id, which stays when the account is gone. Nobody knows it of those from before.
alter table coupons add column made_by uuid;
