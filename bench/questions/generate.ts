/** Generates the samples of a large capture in SQL: a random tree of stacks, and samples spread over it. */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { Workspace } from '../../workspace/workspace.ts';

export interface Size {
  readonly samples: number;
  /** Number of distinct leaf stacks. */
  readonly leaves: number;
  readonly depth: number;
  readonly functions: number;
}

/**
 * Fills a new workspace at `path`.
 *
 * Every level of the tree has more stacks than the one above, by the same factor: narrow at the roots and
 * wide at the leaves, as real trees are. All choices are hashes, so every run generates the same.
 */
export async function generate(path: string, size: Size): Promise<void> {
  await (await Workspace.open(path)).close();
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  for (const sql of statements(size)) await duckdb.query(connection, sql);
  await stacks(connection, size);
  await duckdb.query(connection, samples(size));
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);
}

const modules = 60;
const threads = 64;

function statements({ functions, samples: count }: Size): string[] {
  return [
    // Some functions serve interrupts and one thread is the idle task, so that there are idle samples to
    // exclude.
    `INSERT INTO text (id, value) SELECT i, CASE WHEN i = 0 THEN 'cycles' WHEN i = ${1 + modules} THEN 'swapper'
       WHEN i = ${1 + modules + threads} THEN 'asm_sysvec_apic_timer_interrupt' WHEN i <= ${modules} THEN '/usr/lib/module-' || i || '.so'
       WHEN i <= ${modules + threads} THEN 'process-' || i % 8 ELSE 'function_' || i END
     FROM range(${1 + modules + threads + functions}) t(i)`,
    `INSERT INTO frame (id, symbol, module) SELECT i, ${1 + modules + threads} + i, 1 + hash(i) % ${modules}
     FROM range(${functions}) t(i)`,
    `INSERT INTO thread SELECT i, ${1 + modules} + i, CASE WHEN i > 0 THEN 100 + i % 8 ELSE 0 END,
       CASE WHEN i > 0 THEN 1000 + i ELSE 0 END FROM range(${threads}) t(i)`,
    `INSERT INTO capture (id, name, format, status, unit, facts, clock_domain, zero_ns, utc_offset_ns, clock_source,
       clock_guess, first_ts, last_ts, "rows", imported_ns)
     VALUES (1, 'generated', 'generated', 'complete', 'lines', '{"frequency":{"cycles":997}}', 'utc', 0, 0,
       'row-times', false, 0, ${count}::BIGINT * 10000, '{"sample":${count}}', 0)`,
  ];
}

async function stacks(connection: Connection, { leaves, depth, functions }: Size): Promise<void> {
  let first = 0;
  let above = 0;
  for (let level = 0; level < depth; level++) {
    const width = Math.ceil(leaves ** ((level + 1) / depth));
    const parent = level === 0 ? 'NULL' : `${first - above} + hash(i * 31 + ${level}) % ${above}`;
    await duckdb.query(
      connection,
      `INSERT INTO stack SELECT ${first} + i, ${parent}, hash(i * 17 + ${level}) % ${functions}, ${level}
       FROM range(${width}) t(i)`,
    );
    first += width;
    above = width;
  }
}

/** Samples end in leaves, in some much more often than in others. */
function samples({ samples: count, leaves }: Size): string {
  return `INSERT INTO sample
    SELECT 1, i * 10000, hash(i * 3) % 16, hash(i * 5) % ${threads}, 0, 1, 1000000,
      (SELECT max(id) FROM stack) - (${leaves} * pow((hash(i * 7) % 1000003) / 1000003.0, 2))::BIGINT % ${leaves}
    FROM range(${count}) t(i)`;
}
