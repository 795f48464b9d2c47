/** What the columns of a table mean by their titles, where a person did not say it. */
import type { Meanings } from '../contract.ts';
import { mean, means, withFactor } from '../kit/metrics/meaning.ts';
import { sysstatMeanings } from '../kit/metrics/sysstat-meanings.ts';

const latency = /^(?:lat|(?:avg )?latency|latency (?:avg|average)\b.*)$/i;
const throughput =
  /^(?:tps|qps|rps|throughput|(?:transactions|queries|requests|operations) ?(?:\/ ?s(?:ec)?|per second))$/i;

/** A table whose object and counters a person called as sysstat does means the same by them. */
export const tableMeanings: Meanings = key => {
  const title = key.counter.trim();
  if (latency.test(title)) {
    const meaning = means('aftertrace.operation.duration', mean);
    return withFactor(meaning, key) ?? (key.unit === null ? { ...meaning, factor: null, addend: 0 } : null);
  }
  if (throughput.test(title)) return withFactor(means('aftertrace.operations'), key);
  return sysstatMeanings(key);
};
