-- How few months there are: without it a player's results by month are sorted on disk instead of added up as they come.
create statistics seats_months on (date_trunc('month', played_at at time zone 'UTC')::date) from seats;
