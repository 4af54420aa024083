-- works because the query is non-updating
  INSERT INTO t_changelog_modes SELECT 1;
  -- does not work because the query is updating, causing an error
  INSERT INTO t_changelog_modes SELECT COUNT(*) FROM (VALUES (1), (2), (3));
