/** Stops a running statement of DuckDB. */
import duckdb, { type Connection } from '@duckdb/node-bindings';

/** Delay between interrupts, ms. */
const again = 20;

/**
 * Runs `work`, which executes one statement, and interrupts it while `isStopped` is true.
 *
 * DuckDB forgets an interrupt that arrives before the statement has begun: so it is repeated. None is sent once `work`
 * has ended, because it would hit whatever runs next on the connection, such as a ROLLBACK.
 */
export async function interruptible<T>(
  connection: Connection,
  isStopped: () => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const watch = setInterval(() => isStopped() && duckdb.interrupt(connection), again);
  try {
    return await work();
  } finally {
    clearInterval(watch);
  }
}
