-- The planner knows the spread of what accounts have left, and so how many have none. Statistics cost no write.
create statistics traffic_account_left on (granted - spent) from traffic_account;
