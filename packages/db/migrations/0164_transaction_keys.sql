-- A transaction of a chain is one number, with 0x or without. Rows that would meet another one keep their key.
update claims c set reference_key = substr(reference_key, 3)
 where reference_key ~ '^0X[0-9A-F]{64}(/|$)'
   and not exists (select 1 from claims o where o.instance = c.instance and o.reference_key = substr(c.reference_key, 3));
update payments p set reference_key = substr(reference_key, 3)
 where reference_key ~ '^0X[0-9A-F]{64}(/|$)'
   and not exists (
     select 1 from payments o
      where o.reference_key = substr(p.reference_key, 3)
        and (o.holder is not distinct from p.holder or o.source = 'receipt' and p.source = 'receipt'));
update money_requests r set reference_key = substr(reference_key, 3)
 where reference_key ~ '^0X[0-9A-F]{64}$'
   and not exists (
     select 1 from money_requests o
      where o.user_id = r.user_id and o.reference_key = substr(r.reference_key, 3) and o.state = 'open');
update reconciliation_lines l set reference_key = substr(reference_key, 3)
 where reference_key ~ '^0X[0-9A-F]{64}(/|$)'
   and not exists (
     select 1 from reconciliation_lines o
      where o.instance = l.instance and o.kind = l.kind and o.reference_key = substr(l.reference_key, 3));
