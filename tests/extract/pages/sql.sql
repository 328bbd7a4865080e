-- Routes.
CREATE TABLE IF NOT EXISTS app.routes (
    id SERIAL PRIMARY KEY,
    path VARCHAR(255) NOT NULL,
    router_id INT REFERENCES routers (id)
);

CREATE TABLE routers (id INT, "Name" TEXT);
CREATE VIEW active_routes AS SELECT r.id, path FROM routes r JOIN routers ON routers.id = r.router_id WHERE active;
CREATE MATERIALIZED VIEW route_counts AS SELECT count(*) FROM routes;
CREATE UNIQUE INDEX idx_path ON routes (path);
CREATE TYPE color AS ENUM ('red', 'green');
CREATE SEQUENCE route_seq;
CREATE SCHEMA audit;

CREATE OR REPLACE FUNCTION match_route(p text) RETURNS int AS $$
BEGIN
  RETURN (SELECT id FROM routes WHERE path = p);
END;
$$ LANGUAGE plpgsql;

CREATE TRIGGER on_insert BEFORE INSERT ON routes FOR EACH ROW EXECUTE FUNCTION match_route();

ALTER TABLE routes ADD COLUMN depth INT DEFAULT 8;
INSERT INTO routes (path) VALUES ('/x');
UPDATE routers SET name = 'x' WHERE id = 1;
SELECT match_route('x') FROM routes;
