SELECT j FROM first;
