ALTER TABLE `orders` SET ('value.format.schema-context' = '.lsrc-newcontext');
