import { note } from '../../kit/notes.ts';
import { tally } from '../../samples/samples.ts';
import { rateOf } from '../../time/rate.ts';
import { bucketSql, captureSql, zeroOf } from '../../time/span.ts';
import { CpuRows, cpusOf, type Source } from './busy.ts';

/** Minimum samples per bucket of a fully busy CPU; with fewer, sampling noise dominates. */
const minSamples = 20;

/** CPU utilisation from samples outside the idle task, if the sampling rate is known. */
export const fromSamples: Source = async (ask, scope, spanOf) => {
  const whole = await spanOf(1n);
  const rows = new CpuRows();
  const frequencies = whole.captures.flatMap(({ frequency }) => Object.values(frequency));
  if (frequencies.length === 0) return rows.done(ask, whole, []);
  const span = await spanOf(BigInt(Math.ceil((minSamples * 1e9) / Math.min(...frequencies))));
  const { withIdle: _, ...plain } = scope;
  const groups = { bucket: bucketSql(span), cpu: 's.cpu', capture: captureSql(span) };
  const counted = await tally(ask, { ...plain, weight: 'samples' }, groups);
  const rate = rateOf(span, [counted], false);
  if (rate.unit !== 'CPUs') return rows.done(ask, span, counted.notes);
  const [bucket, cpu, capture] = [
    counted.groups.ints('bucket'),
    counted.groups.ints('cpu'),
    counted.groups.ints('capture'),
  ];
  const busy = new Map<string, number>();
  const cpus = await cpusOf(ask, 'sample', scope);
  counted.amount.forEach((amount, row) => {
    if (bucket[row]! < 0 || cpu[row]! < 0) return;
    const key = `${capture[row]} ${cpu[row]} ${bucket[row]}`;
    busy.set(key, (busy.get(key) ?? 0) + 100 * amount * rate.perSample(counted.kind ?? '', capture[row]!));
  });
  for (const each of span.captures) {
    const cpuNumbers = cpus.get(each.id);
    if (!cpuNumbers || each.first === null || each.last === null) continue;
    const [zero, width] = [zeroOf(each) - span.from, Number(span.width)];
    const [first, last] = [Number(zero + each.first), Number(zero + each.last)];
    const from = scope.from === undefined ? first : Math.max(first, Number(scope.from - span.from));
    const to = scope.to === undefined ? last : Math.min(last, Number(scope.to - span.from));
    // A CPU without samples between the first and the last sample of a capture counts as idle.
    for (const number of cpuNumbers)
      for (let at = Math.max(0, Math.floor(from / width)); at < span.buckets && at * width < to; at++) {
        const covered = Math.min(to, (at + 1) * width) - Math.max(from, at * width);
        const share = busy.get(`${each.id} ${number} ${at}`) ?? 0;
        if (covered > 0) rows.add(each.id, String(number), at, (share * width) / covered);
      }
  }
  return rows.done(ask, span, [
    note(
      'from-samples',
      `Estimated from samples of ${counted.kind}: their number as a share of those that a fully busy CPU yields. Differences of a few per cent are sampling noise.`,
      { kind: counted.kind ?? '' },
    ),
    ...counted.notes,
  ]);
};
