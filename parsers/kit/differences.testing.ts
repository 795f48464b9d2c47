/** Compares the results of two reads of one input without converting them to text, which would take longer than reading. */
import type { Recorder } from './recorder.ts';

export interface Difference {
  /** Kind of content: `events`, `problems`, … */
  readonly content: string;
  readonly message: string;
}

type Content = Readonly<Record<string, unknown>>;

function contentOf(recorder: Recorder): Content {
  const { samples, events, metrics, problems, counts, lastClock, facts, failed } = recorder;
  const error = failed && [failed.code, failed.message, failed.offset, failed.line];
  return {
    error,
    counts,
    problems,
    samples,
    events,
    metrics,
    rows: [...recorder.rows],
    clock: lastClock,
    facts,
  };
}

/** The first difference; null if there is none. */
export function differenceOf(one: Recorder, other: Recorder): Difference | null {
  const [left, right] = [contentOf(one), contentOf(other)];
  for (const name of Object.keys(left)) {
    const path = firstDifference(left[name], right[name]);
    if (path !== null)
      return { content: name, message: `${name}${path.at}: ${json(path.one)}\n  and ${json(path.other)}` };
  }
  return null;
}

interface Place {
  readonly at: string;
  readonly one: unknown;
  readonly other: unknown;
}

function firstDifference(one: unknown, other: unknown): Place | null {
  if (Object.is(one, other)) return null;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return { at: '', one, other };
  const [left, right] = [one as Content, other as Content];
  const keys = Object.keys(left);
  for (const key of keys) {
    const place = firstDifference(left[key], right[key]);
    if (place) return { ...place, at: `.${key}${place.at}` };
  }
  return keys.length === Object.keys(right).length ? null : { at: '', one, other };
}

const json = (value: unknown): string =>
  (
    JSON.stringify(value, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ??
    String(value)
  ).slice(0, 300);
