ALTER TABLE t DROP (total_value);
ALTER TABLE t DROP (headers, my_offset);
