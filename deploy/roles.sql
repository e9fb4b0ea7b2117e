-- Roles and database of the panel, made once. The panel works as a role that cannot change tables.
-- Each day a backup is restored into a database of its own, which the owner makes.
create role skyport_owner login createdb;
create role skyport_app login;
create database skyport owner skyport_owner;
revoke all on database skyport from public;
grant connect, temporary on database skyport to skyport_app;
