/** Both incidents, imported without options: captures of the same seconds agree about them. */
import { describe, expect, it } from 'vitest';
import { incidents, recorded } from '../../fixtures/recorded.ts';
import { incident, missing } from '../../fixtures/shared.ts';

/** By capture, a query for CPU load, or for the amount written, per second. */
const metric = (name: string, counters: string, where = 'true') =>
  `SELECT epoch_ns("time") // 1000000000 AS second, sum(value) AS value FROM metrics
   WHERE capture = (SELECT id FROM capture WHERE name = '${name}') AND counter IN (${counters}) AND ${where}
     AND NOT since_boot GROUP BY 1`;
const busy = {
  // A row describes the second before it: samples are counted for the full second after them.
  'cpu.perf.txt.zst': `SELECT epoch_ns("time") // 1000000000 + 1 AS second, count(*) AS value FROM samples
    WHERE process <> 'swapper' GROUP BY 1`,
  'vmstat.txt': metric('vmstat.txt', "'us', 'sy'"),
  'mpstat.txt': metric('mpstat.txt', "'%usr', '%sys'", "instance = 'all'"),
  'sar.txt': metric('sar.txt', "'%usr', '%sys'", "instance = 'all'"),
  'iostat.txt': metric('iostat.txt', "'%user', '%system'"),
  'pidstat.txt': metric('pidstat.txt', "'%CPU'"),
};
const written = {
  'vmstat.txt': metric('vmstat.txt', "'bo'"),
  'iostat.txt': metric('iostat.txt', "'wkB/s'", "instance = 'vda'"),
  'sar.txt': metric('sar.txt', "'wkB/s'", "instance = 'vda'"),
};

type Seconds = ReadonlyMap<bigint, number>;

/** Seconds by which `b` must be moved to be most like `a`. */
function lag(a: Seconds, b: Seconds): number {
  const likeness = [-3, -2, -1, 0, 1, 2, 3].map(by => {
    const pairs = [...a].flatMap(([second, value]) => {
      const other = b.get(second - BigInt(by));
      return other === undefined ? [] : [[value, other] as const];
    });
    return { by, r: correlation(pairs) };
  });
  return likeness.reduce((best, each) => (each.r > best.r ? each : best)).by;
}

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (of: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const [a, b] of pairs) {
    xy += (a - x) * (b - y);
    xx += (a - x) ** 2;
    yy += (b - y) ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}

describe.skipIf(incidents.some(name => missing(incident(name))))('the captures of an incident', () => {
  it.each(incidents)(
    'are on one clock within a second: %s',
    async incidentName => {
      const workspace = await recorded(incidentName);
      const seconds = async (sql: string): Promise<Seconds> => {
        const result = await workspace.columns(
          `SELECT second::BIGINT AS second, value::DOUBLE AS value FROM (${sql})`,
        );
        return new Map(
          [...result.wides('second')].map((second, row) => [second, result.numbers('value')[row]!]),
        );
      };
      for (const of of [busy, written]) {
        const [[first, sql], ...others] = Object.entries(of) as [[string, string], ...[string, string][]];
        const reference = await seconds(sql);
        expect(reference.size, first).toBeGreaterThan(80);
        for (const [name, other] of others) {
          const found = await seconds(other);
          expect(found.size, name).toBeGreaterThan(80);
          expect(Math.abs(lag(reference, found)), `${name} beside ${first}`).toBeLessThanOrEqual(1);
        }
      }
      // The load's transactions stop with the log's last disconnection.
      const captures = await workspace.captures();
      const end = (name: string) => {
        const { clock, lastTs } = captures.find(each => each.name === name)!;
        return Number(clock.zero + clock.utcOffset! + lastTs!) / 1e9;
      };
      expect(Math.abs(end('pgbench.txt') - end('postgresql.log'))).toBeLessThan(1);
      await workspace.close();
    },
    60_000,
  );
});
