create unlogged table whispers (
  home text collate "C" not null,
  node text collate "C" not null,
  at timestamptz not null default clock_timestamp(),
  said bytea not null,
  primary key (home, node)
);
