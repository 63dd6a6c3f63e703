create table tables (
  number bigint generated always as identity primary key,
  id text collate "C" not null unique,
  header bytea not null,
  secrets bytea not null
);
create table entries (
  home bigint not null references tables (number),
  n bigint not null check (n > 0),
  id text collate "C" not null,
  body bytea not null,
  primary key (home, n),
  unique (home, id)
);
create table checkpoints (
  home bigint not null references tables (number),
  rules text collate "C" not null,
  n bigint not null check (n > 0),
  body bytea not null,
  primary key (home, rules, n)
);
