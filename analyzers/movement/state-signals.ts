import type { Ask, Note } from '../contract.ts';
import { threadFacts } from '../kit/catalog.ts';
import { signalId } from '../kit/signal-ids.ts';
import { statesIn } from '../states/in-scope.ts';
import { sinceSql } from '../time/span.ts';
import { bucketsOf, countsOver, type Grid } from './grid.ts';
import type { Signal } from './signal.ts';

/** Mean number of ready, and of waiting, threads of each process in each bucket. */
export async function stateSignals(
  ask: Ask,
  grid: Grid,
): Promise<{ signals: Signal[]; notes: readonly Note[] }> {
  const { rows, params, notes } = await statesIn(ask, grid.scope);
  const since = sinceSql(grid);
  // SQL adds up the states that begin and end in one bucket, which are most. A thread has one state at a
  // time, so the others are at most threads × buckets.
  const found = await ask.query.columns(
    `WITH cut AS (SELECT s.thread, s.state, (${since})::DOUBLE AS since, s.duration::DOUBLE AS duration FROM (${rows}) s
                  WHERE s.ts IS NOT NULL AND s.duration > 0),
     placed AS (SELECT *, floor(since / ${grid.width})::INTEGER AS bucket, floor((since + duration) / ${grid.width})::INTEGER AS ending FROM cut)
     SELECT thread::INTEGER AS thread, v.value AS state, bucket, ending, since, duration FROM (
       SELECT thread, state, bucket, ending, since, duration FROM placed WHERE ending > bucket
       UNION ALL
       SELECT thread, state, bucket, bucket, 0, sum(duration) FROM placed WHERE ending = bucket GROUP BY ALL)
     JOIN "text" v ON v.id = state WHERE v.value IN ('ready', 'waiting')`,
    params,
    ask.cancel,
  );
  const processes = new Map((await threadFacts(ask)).map(({ id, process }) => [id, process]));
  const [threads, states] = [found.ints('thread'), found.texts('state')];
  const [buckets, endings] = [found.ints('bucket'), found.ints('ending')];
  const [starts, durations] = [found.numbers('since'), found.numbers('duration')];
  const ranges = [...bucketsOf(grid).entries()].filter(([id]) =>
    grid.captures.some(each => each.id === id && (each.rows.state ?? 0) > 0),
  );
  const first = Math.min(...ranges.map(([, range]) => range[0]));
  const last = Math.max(...ranges.map(([, range]) => range[1]));
  const width = Number(grid.width);
  const signals = new Map<string, Signal>();
  for (let row = 0; row < threads.length; row++) {
    const name = processes.get(threads[row]!);
    if (name === undefined || name === null) continue;
    const what = states[row] === 'ready' ? 'ready' : 'waiting';
    const id = signalId(what, name);
    const signal = signals.get(id) ?? {
      ...{ id, what, name, unit: 'threads', perCount: null, shift: 0, fact: null, family: null },
      values: countsOver(grid, [first, last]),
    };
    signals.set(id, signal);
    const end = starts[row]! + durations[row]!;
    for (
      let bucket = Math.max(0, buckets[row]!);
      bucket <= Math.min(grid.buckets - 1, endings[row]!);
      bucket++
    ) {
      const inside =
        endings[row] === buckets[row]
          ? durations[row]!
          : Math.min(end, (bucket + 1) * width) - Math.max(starts[row]!, bucket * width);
      signal.values[bucket]! += inside;
    }
  }
  // Divided last: sums of whole ns do not depend on the order of the rows.
  const perBucket = [...signals.values()].map(signal => ({
    ...signal,
    values: signal.values.map(each => each / width),
  }));
  return { signals: perBucket, notes };
}
