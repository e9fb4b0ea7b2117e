-- What was clicked is forgotten after a while; the job must find it without reading what is still open.
create index notifications_clicked on notifications (clicked_at) where clicked_at is not null;
