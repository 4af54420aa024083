-- flags: check
SELECT U&'caf\00e9', U&'caf\00g9';
SELECT U&'x!0041' UESCAPE '+';
SELECT U&'\D83D';
