DESCRIBE `orders`;
