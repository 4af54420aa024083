ALTER TABLE t_changelog_modes SET ('changelog.mode' = 'retract');
