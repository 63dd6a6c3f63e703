create table tables (
  number integer primary key,
  id text not null unique,
  header blob not null,
  secrets blob not null
) strict;
create table entries (
  home integer not null references tables (number),
  n integer not null check (n > 0),
  id text not null,
  body blob not null,
  primary key (home, n),
  unique (home, id)
) strict;
