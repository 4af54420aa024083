ALTER TABLE t_enrich_raw_key MODIFY key STRING;
