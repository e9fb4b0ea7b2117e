-- Names that customers send elsewhere than the rules do, one a row of text. Few accounts have any.
create table own_names (
  user_num bigint primary key references users (num) on delete cascade,
  direct   text not null,
  proxied  text not null
);
