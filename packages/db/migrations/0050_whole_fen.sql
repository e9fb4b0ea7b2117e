-- Prices and cash coupons are whole fen (10 milli-yuan), and never nothing.
update coupons set money = greatest(10, round(money / 10.0) * 10) where type = 'cash' and money % 10 <> 0;
update combos set price = greatest(10, round(price / 10.0) * 10) where price % 10 <> 0;
