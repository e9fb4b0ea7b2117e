-- Each class of device has a link or code of its own for a way to pay. USDT has no class.
drop index trades_one_living;
create unique index trades_one_living on trades (order_id, mode, network, (case mode when 'usdt' then '' else device end))
  where status in ('asking', 'open');
