create table checkpoints (
  home integer not null references tables (number),
  rules text not null,
  n integer not null check (n > 0),
  body blob not null,
  primary key (home, rules, n)
) strict, without rowid;
