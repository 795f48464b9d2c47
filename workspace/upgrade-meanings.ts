/** Files before version 5 have no meanings of series. They are taken from the formats, as in an import. */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import type { Meaning } from '../parsers/contract.ts';
import { formats } from '../parsers/formats.ts';
import { readColumns } from './results.ts';
import { sqlColumns, text } from './schema.ts';

export async function addMeanings(connection: Connection): Promise<void> {
  const result = await readColumns(
    connection,
    `SELECT s.id::INTEGER AS id, c.format, o.value AS "object", i.value AS "instance", n.value AS counter,
            u.value AS unit, h.value AS host, s.cumulative::INTEGER AS cumulative
     FROM series s JOIN capture c ON c.id = s.capture JOIN "text" o ON o.id = s.object JOIN "text" n ON n.id = s.counter
     LEFT JOIN "text" i ON i.id = s."instance" LEFT JOIN "text" u ON u.id = s.unit LEFT JOIN "text" h ON h.id = s.host
     WHERE s.meaning IS NULL ORDER BY s.id`,
  );
  const meaningsOf = new Map(formats.map(({ id, meanings }) => [id, meanings]));
  const [format, object, instance, counter] = ['format', 'object', 'instance', 'counter'].map(name =>
    result.texts(name),
  );
  const [unit, host] = ['unit', 'host'].map(name => result.texts(name));
  const cumulative = result.ints('cumulative');
  /** Series by meaning: there are few meanings. */
  const byMeaning = new Map<string, { readonly meaning: Meaning; readonly ids: number[] }>();
  result.ints('id').forEach((id, row) => {
    const meaning = meaningsOf.get(format?.[row] ?? '')?.({
      object: object?.[row] ?? '',
      instance: instance?.[row] ?? null,
      counter: counter?.[row] ?? '',
      unit: unit?.[row] ?? null,
      host: host?.[row] ?? null,
      cumulative: cumulative[row] === 1,
    });
    if (!meaning) return;
    const key = JSON.stringify(meaning);
    const known = byMeaning.get(key);
    if (known) known.ids.push(id);
    else byMeaning.set(key, { meaning, ids: [id] });
  });
  for (const { meaning, ids } of byMeaning.values()) {
    const { name, attributes, factor, addend } = meaning;
    const texts = [await textId(connection, name), await textId(connection, JSON.stringify(attributes))];
    await duckdb.query(
      connection,
      `UPDATE series SET meaning = ${texts[0]}, attributes = ${texts[1]}, factor = ${factor ?? 'NULL'}, addend = ${addend}
       WHERE id IN (${ids.join(', ')})`,
    );
  }
}

/** The id of a text, which is added if it is missing. */
async function textId(connection: Connection, value: string): Promise<number> {
  const known = await readColumns(
    connection,
    `SELECT min(id)::INTEGER AS id, (SELECT coalesce(max(id) + 1, 0) FROM "text")::INTEGER AS next
     FROM "text" WHERE value = ${text(value)}`,
  );
  const [id] = known.ints('id');
  if (id !== undefined && id >= 0) return id;
  const [next = 0] = known.ints('next');
  const flags = sqlColumns('text')
    .slice(2)
    .map(() => 'false');
  await duckdb.query(connection, `INSERT INTO "text" VALUES (${[next, text(value), ...flags].join(', ')})`);
  return next;
}
