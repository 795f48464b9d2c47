/**
 * How `event` is stored: what differs from event to event in `event_rows`, and what many have in common (capture, kind, level,
 * component, template, shape) once for all of them in `event_class`. Every column costs DuckDB as much as any other, with or
 * without values: half of those of a log line say the same in all lines of one template.
 */

/** A SELECT of the rows of `event`, with their columns in order. */
export const eventRows = `SELECT c.capture, r.rowid AS id, r.ts, r.duration, c.kind, r.thread, r.cpu, c.level, c.component,
  c.template, r.message, c.shape, r."values", r.numbers, r.stack, r."line", c."lines", r."offset"
FROM event_rows r JOIN event_class c ON c.id = r."class"`;
