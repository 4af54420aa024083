ALTER TABLE Orders RESET ('late-handling.mode');
