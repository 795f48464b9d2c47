/** Stops a running statement of DuckDB. */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import type { Cancel } from '../query.ts';

/** Delay between interrupts, ms. */
const again = 20;

/**
 * Runs `work`, which executes one statement, and interrupts it once `cancel` is aborted.
 *
 * DuckDB forgets an interrupt that arrives before the statement has begun: so it is repeated. None is sent once `work`
 * has ended, because it would hit whatever runs next on the connection, such as a ROLLBACK.
 */
export async function interruptible<T>(
  connection: Connection,
  cancel: Pick<Cancel, 'aborted'> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!cancel) return work();
  const watch = setInterval(() => cancel.aborted && duckdb.interrupt(connection), again);
  try {
    return await work();
  } finally {
    clearInterval(watch);
  }
}
