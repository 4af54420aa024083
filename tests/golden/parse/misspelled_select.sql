-- flags: check
SELCT 1;
