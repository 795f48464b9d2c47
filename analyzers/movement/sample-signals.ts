import type { Ask, Note } from '../contract.ts';
import { threadFacts } from '../kit/catalog.ts';
import { functionName, type SignalKind, signalId } from '../kit/signal-ids.ts';
import { textsById } from '../kit/texts.ts';
import { tally } from '../samples/samples.ts';
import { rateOf } from '../time/rate.ts';
import { bucketSql, captureSql } from '../time/span.ts';
import { bucketsOf, countsOver, type Grid } from './grid.ts';
import type { Signal } from './signal.ts';

/** Processes, modules and functions with fewer samples are left out. */
const minSamples = 30;
/** Only the busiest functions: every signal tried raises the threshold of significance for the others. */
const maxFunctions = 500;

interface Gathered {
  samples: number;
  /**
   * By weight per sample: total weight of the samples in each bucket. Multiplied last, since sums of whole numbers do not
   * depend on the order of the rows.
   */
  readonly amounts: Map<number, Float64Array>;
}

function ratesOf(amounts: Gathered['amounts']): Float64Array {
  const [first, ...others] = [...amounts]
    .sort(([a], [b]) => a - b)
    .map(([perCount, each]) => each.map(amount => amount * perCount));
  return first!.map((value, at) => others.reduce((sum, each) => sum + each[at]!, value));
}

export async function sampleSignals(
  ask: Ask,
  grid: Grid,
): Promise<{ signals: Signal[]; notes: readonly Note[] }> {
  const place = { bucket: bucketSql(grid), capture: captureSql(grid) };
  const leaf = `JOIN (SELECT k.id, k.frame FROM stack k UNION ALL SELECT -1, -1) leaf ON leaf.id = coalesce(s.stack, -1)`;
  const byThread = await tally(ask, grid.scope, { ...place, key: 's.thread' });
  if (byThread.kind === null) return { signals: [], notes: [] };
  const byFrame = await tally(ask, grid.scope, { ...place, key: 'leaf.frame' }, leaf);
  const rate = rateOf(grid, [byThread], grid.scope.weight === 'period');
  // Before the first and after the last capture with samples nobody knows what ran.
  const sampled = grid.captures.filter(({ rows }) => rows.sample);
  const whole = [...bucketsOf({ ...grid, captures: sampled }).values()].reduce<readonly [number, number]>(
    ([first, last], each) => [Math.min(first, each[0]), Math.max(last, each[1])],
    [grid.buckets, -1],
  );
  const gather = (tally: typeof byThread, nameOf: (id: number) => string | null) => {
    const found = new Map<string, Gathered>();
    const [bucket, capture, key] = [
      tally.groups.ints('bucket'),
      tally.groups.ints('capture'),
      tally.groups.ints('key'),
    ];
    tally.amount.forEach((amount, row) => {
      const name = nameOf(key[row]!);
      const at = Math.min(grid.buckets - 1, bucket[row]!);
      if (name === null || at < 0) return;
      const perCount = rate.perSample(tally.kind ?? '', capture[row]!);
      const signal = found.get(name) ?? { amounts: new Map(), samples: 0 };
      found.set(name, signal);
      const amounts = signal.amounts.get(perCount) ?? countsOver(grid, whole);
      signal.amounts.set(perCount, amounts);
      // A bucket that the captures cover only in part is unknown.
      if (Number.isNaN(amounts[at]!)) return;
      amounts[at]! += amount;
      signal.samples += amount;
    });
    return [...found]
      .filter(([, { samples }]) => samples >= minSamples)
      .sort(([a, { samples: ofA }], [b, { samples: ofB }]) => ofB - ofA || (a < b ? -1 : 1));
  };

  const processes = new Map((await threadFacts(ask)).map(({ id, process }) => [id, process]));
  const { functions, modules } = await frameNames(ask, byFrame.groups.ints('key'));
  const signals = (what: SignalKind, found: ReturnType<typeof gather>) =>
    found.map(
      ([name, { amounts }]): Signal => ({
        id: signalId(what, name),
        what,
        name,
        unit: rate.unit,
        values: ratesOf(amounts),
        perCount: rate.amounts === 'samples' ? Math.min(...amounts.keys()) : null,
        shift: 0,
        fact: null,
        family: null,
      }),
    );
  return {
    signals: [
      ...signals(
        'process',
        gather(byThread, id => processes.get(id) ?? null),
      ),
      ...signals(
        'module',
        gather(byFrame, id => modules.get(id) ?? null),
      ),
      ...signals('function', gather(byFrame, id => functions.get(id) ?? null).slice(0, maxFunctions)),
    ],
    notes: byThread.notes,
  };
}

/** Names of the functions and modules of frames. A function without a symbol is named by its module. */
async function frameNames(
  ask: Ask,
  frames: Int32Array,
): Promise<{ functions: ReadonlyMap<number, string>; modules: ReadonlyMap<number, string> }> {
  const wanted = [...new Set(frames)].filter(id => id >= 0);
  const found = await ask.query.columns(
    'SELECT id::INTEGER AS id, symbol::INTEGER AS symbol, module::INTEGER AS module FROM frame WHERE id IN (SELECT unnest($ids::INTEGER[]))',
    { ids: `[${wanted.join(',')}]` },
    ask.cancel,
  );
  const [ids, symbols, moduleIds] = [found.ints('id'), found.ints('symbol'), found.ints('module')];
  const names = await textsById(ask, [...symbols, ...moduleIds]);
  const [functions, modules] = [new Map<number, string>(), new Map<number, string>()];
  ids.forEach((id, row) => {
    const module = names.get(moduleIds[row]!) ?? '[unknown]';
    const symbol = names.get(symbols[row]!) ?? '[unknown]';
    modules.set(id, module);
    functions.set(id, functionName(symbol, module));
  });
  return { functions, modules };
}
