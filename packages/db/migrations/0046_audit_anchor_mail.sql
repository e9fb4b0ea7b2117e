-- An anchor whose mail was given up is mailed anew.
comment on table audit_anchors is 'app: select, insert, update (mail_id, mailed_at, proof)';
