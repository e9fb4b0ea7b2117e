-- Roles and database of the panel, made once. The panel works as a role that cannot change tables.
create role skyport_owner login;
create role skyport_app login;
create database skyport owner skyport_owner;
revoke all on database skyport from public;
grant connect, temporary on database skyport to skyport_app;
