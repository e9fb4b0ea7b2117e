-- A node is known by its key, so that its certificate can be a short-lived one. All keys are on P-256, made by the agent,
-- whose public half has one form in DER: this head and 65 bytes behind it.
alter table node_agents add column key_sha256 text not null default '';                -- hex SHA-256 of the key (SPKI, DER)
with head as (select decode('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex') as spki),
     known as (select node_id, decode(regexp_replace(certificate, '-----[A-Z ]+-----|\s', '', 'g'), 'base64') as der
                 from node_agents)
update node_agents a
   set key_sha256 = encode(sha256(substring(k.der from position(h.spki in k.der) for 91)), 'hex')
  from known k, head h
 where k.node_id = a.node_id and position(h.spki in k.der) > 0;
alter table node_agents alter column key_sha256 drop default;
