-- flags: plan --local LOCAL
-- flags: apply --local LOCAL
-- With an error in the script nothing is compared.
CREATE TABLE a (v STRING, v INT);
CREATE TABLE b (v STRING);
