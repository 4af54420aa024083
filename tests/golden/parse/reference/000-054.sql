CREATE TABLE t_changelog_modes (i BIGINT);
