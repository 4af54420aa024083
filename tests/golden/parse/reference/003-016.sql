ALTER TABLE t_changelog_modes SET ('changelog.mode' = 'append');
  ALTER TABLE t_changelog_modes ADD headers MAP<BYTES, BYTES> METADATA VIRTUAL;
  -- Shows what is serialized internally
  SELECT i, headers FROM t_changelog_modes;
