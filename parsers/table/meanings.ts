/** Meanings of a table's columns by their titles, unless the user chose one. */
import type { Meanings } from '../contract.ts';
import { sysstatMeanings } from '../families/sysstat/meanings.ts';
import { mean, means, withFactor } from '../kit/metrics/meaning.ts';

const latency = /^(?:lat|(?:avg )?latency|latency (?:avg|average)\b.*)$/i;
const throughput =
  /^(?:tps|qps|rps|throughput|(?:transactions|queries|requests|operations) ?(?:\/ ?s(?:ec)?|per second))$/i;

/** If the object and counters have sysstat's names, they have sysstat's meanings. */
export const tableMeanings: Meanings = key => {
  const title = key.counter.trim();
  if (latency.test(title)) {
    const meaning = means('aftertrace.operation.duration', mean);
    return withFactor(meaning, key) ?? (key.unit === null ? { ...meaning, factor: null, addend: 0 } : null);
  }
  if (throughput.test(title)) return withFactor(means('aftertrace.operations'), key);
  return sysstatMeanings(key);
};
