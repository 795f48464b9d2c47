-- What version 4 of the schema made of an empty file: createSchema() and createViews() of its last commit, without comments.
CREATE TABLE "text" ("id" INTEGER, "value" VARCHAR USING COMPRESSION uncompressed, "loose" BOOLEAN);
CREATE TABLE "frame" ("id" INTEGER, "symbol" INTEGER, "module" INTEGER, "address" BIGINT);
CREATE TABLE "stack" ("id" INTEGER, "parent" INTEGER, "frame" INTEGER, "depth" INTEGER);
CREATE TABLE "thread" ("id" INTEGER, "process" INTEGER, "pid" INTEGER, "tid" INTEGER);
CREATE TABLE "series" ("id" INTEGER, "capture" INTEGER, "host" INTEGER, "object" INTEGER, "instance" INTEGER, "counter" INTEGER, "unit" INTEGER, "cumulative" BOOLEAN);
CREATE TABLE "shape" ("id" INTEGER, "keys" VARCHAR);
CREATE TABLE "event_class" ("id" INTEGER, "capture" INTEGER, "kind" INTEGER, "level" INTEGER, "component" INTEGER, "template" INTEGER, "shape" INTEGER, "lines" INTEGER);
CREATE TABLE "sample" ("capture" INTEGER, "ts" BIGINT, "cpu" INTEGER, "thread" INTEGER, "kind" INTEGER, "weight" BIGINT, "period" BIGINT, "stack" INTEGER);
CREATE TABLE "event_rows" ("class" INTEGER, "ts" BIGINT, "duration" BIGINT, "thread" INTEGER, "cpu" INTEGER, "message" VARCHAR, "values" INTEGER[], "numbers" DOUBLE[], "stack" INTEGER, "line" BIGINT, "offset" BIGINT);
CREATE TABLE "event_lines" ("class" INTEGER, "ts" BIGINT, "message" VARCHAR, "values" INTEGER[], "numbers" DOUBLE[], "line" BIGINT, "offset" BIGINT);
CREATE TABLE "metric_times" ("capture" INTEGER, "id" INTEGER, "ts" BIGINT[], "row" INTEGER[], "since_boot" BOOLEAN);
CREATE TABLE "metric_values" ("capture" INTEGER, "series" INTEGER, "times" INTEGER, "values" DOUBLE[]);
CREATE TABLE "template" ("skeleton" INTEGER, "template" VARCHAR);
CREATE TABLE "capture" ("id" INTEGER, "name" VARCHAR, "path" VARCHAR, "format" VARCHAR, "format_version" INTEGER, "confidence" VARCHAR, "sha256" VARCHAR, "bytes" BIGINT, "modified_ns" BIGINT, "status" VARCHAR, "reason" VARCHAR, "unit" VARCHAR, "size" BIGINT, "used" BIGINT, "blank" BIGINT, "stepped_over" BIGINT, "problems" BIGINT, "host" VARCHAR, "os" VARCHAR, "arch" VARCHAR, "cpus" INTEGER, "command" VARCHAR, "facts" VARCHAR, "clock_domain" VARCHAR, "zero_ns" BIGINT, "utc_offset_ns" BIGINT, "zone" VARCHAR, "clock_source" VARCHAR, "clock_guess" BOOLEAN, "clock_error_ns" BIGINT, "first_ts" BIGINT, "last_ts" BIGINT, "rows" VARCHAR, "imported_ns" BIGINT);
CREATE TABLE "problem" ("capture" INTEGER, "code" VARCHAR, "severity" VARCHAR, "line" BIGINT, "offset" BIGINT, "message" VARCHAR, "example" VARCHAR, "count" BIGINT);
CREATE TABLE workspace (key VARCHAR, value VARCHAR);
INSERT INTO workspace VALUES ('schema_version', '4');
CREATE OR REPLACE VIEW event AS SELECT c."capture", 2 * r.rowid + 0 AS id, r."ts", r."duration", c."kind", r."thread", r."cpu", c."level", c."component", c."template", r."message", c."shape", r."values", r."numbers", r."stack", r."line", c."lines", r."offset" FROM event_rows r JOIN event_class c ON c.id = r."class"  UNION ALL SELECT c."capture", 2 * r.rowid + 1 AS id, r."ts", NULL::BIGINT AS "duration", c."kind", NULL::INTEGER AS "thread", NULL::INTEGER AS "cpu", c."level", c."component", c."template", r."message", c."shape", r."values", r."numbers", NULL::INTEGER AS "stack", r."line", c."lines", r."offset" FROM event_lines r JOIN event_class c ON c.id = r."class" ;
CREATE OR REPLACE VIEW metric AS SELECT capture, series, ts, "value", "row", since_boot FROM (
  SELECT v.capture, v.series, unnest(t.ts) AS ts, unnest(v."values") AS "value", unnest(t."row") AS "row", t.since_boot
  FROM metric_values v JOIN metric_times t ON t.capture = v.capture AND t.id = v.times WHERE true);
CREATE OR REPLACE VIEW samples AS
SELECT make_timestamp_ns(c.zero_ns + c.utc_offset_ns + r.ts) AS "time", r.capture, r.ts, r.cpu, p.value AS process, t.pid, t.tid, k.value AS kind,
  r.weight, r.period, s.value AS "function", m.value AS module, r.stack
FROM sample r JOIN capture c ON c.id = r.capture LEFT JOIN thread t ON t.id = r.thread
LEFT JOIN "text" p ON p.id = t.process LEFT JOIN "text" k ON k.id = r.kind LEFT JOIN stack l ON l.id = r.stack
LEFT JOIN frame f ON f.id = l.frame LEFT JOIN "text" s ON s.id = f.symbol LEFT JOIN "text" m ON m.id = f.module;
CREATE OR REPLACE VIEW events AS
SELECT make_timestamp_ns(c.zero_ns + c.utc_offset_ns + r.ts) AS "time", r.capture, r.ts, r.duration, k.value AS kind, p.value AS process, t.pid, t.tid, r.cpu,
  l.value AS level, o.value AS component, r.message, coalesce(a.template, e.value) AS template, r.shape, r."values", r.numbers, r.stack, r.line, r."offset"
FROM event r JOIN capture c ON c.id = r.capture LEFT JOIN thread t ON t.id = r.thread
LEFT JOIN "text" p ON p.id = t.process LEFT JOIN "text" k ON k.id = r.kind LEFT JOIN "text" l ON l.id = r.level
LEFT JOIN "text" o ON o.id = r.component LEFT JOIN "text" e ON e.id = r.template
LEFT JOIN template a ON a.skeleton = r.template;
CREATE OR REPLACE VIEW metrics AS
SELECT make_timestamp_ns(c.zero_ns + c.utc_offset_ns + r.ts) AS "time", r.capture, r.ts, h.value AS host, o.value AS object, i.value AS instance,
  n.value AS counter, u.value AS unit, r.value, s.cumulative, r."row", r.since_boot
FROM metric r JOIN capture c ON c.id = r.capture JOIN series s ON s.id = r.series
LEFT JOIN "text" h ON h.id = s.host LEFT JOIN "text" o ON o.id = s.object LEFT JOIN "text" i ON i.id = s.instance
LEFT JOIN "text" n ON n.id = s.counter LEFT JOIN "text" u ON u.id = s.unit;
