/** Facts that most questions need, read once per revision of the workspace. */
import { nullWide } from '../../workspace/query.ts';
import type { Ask } from '../contract.ts';

export interface CaptureFact {
  readonly id: number;
  readonly name: string;
  /** The machine; null if the capture does not name it. */
  readonly host: string | null;
  /** Number of rows, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Epoch ns of its zero, null while it is not aligned to UTC. */
  readonly utcZero: bigint | null;
  /** Its zero on its own clock, ns. */
  readonly ownZero: bigint;
  /** Start of the earliest unaligned capture, on its own clock; null if all captures are aligned. */
  readonly ownStart: bigint | null;
  /** Smallest and largest ts of any row, ns since its zero; null if no row has a time. */
  readonly first: bigint | null;
  readonly last: bigint | null;
  /** Samples per second and CPU, by kind. */
  readonly frequency: Readonly<Record<string, number>>;
}

export interface ThreadFact {
  readonly id: number;
  readonly process: string | null;
  /** Id of the text of `process`; -1 without one. */
  readonly text: number;
  /** -1 if unknown. */
  readonly pid: number;
  readonly tid: number;
}

/** Number of samples of one kind in one capture. */
export interface KindFact {
  readonly capture: number;
  readonly kind: number;
  readonly name: string;
  /** Sum of `sample.weight`. */
  readonly samples: number;
}

const perRow = 200;

export function captureFacts(ask: Ask): Promise<readonly CaptureFact[]> {
  return ask.memo('captures', async () => {
    const result = await ask.query.columns(
      `SELECT id::INTEGER AS id, name, facts, host, "rows" AS counts, zero_ns::BIGINT AS zero, utc_offset_ns::BIGINT AS utc,
              first_ts::BIGINT AS first, last_ts::BIGINT AS last
       FROM capture ORDER BY id`,
      [],
      ask.cancel,
    );
    const [zero, utc] = [result.wides('zero'), result.wides('utc')];
    const [first, last] = [result.wides('first'), result.wides('last')];
    const [names, facts] = [result.texts('name'), result.texts('facts')];
    const [host, counts] = [result.texts('host'), result.texts('counts')];
    const starts = Array.from(result.ints('id'), (_, row) => row)
      .filter(row => utc[row] === nullWide && first[row] !== nullWide)
      .map(row => zero[row]! + first[row]!);
    const ownStart = starts.reduce<bigint | null>(
      (least, each) => (least === null || each < least ? each : least),
      null,
    );
    const value = Array.from(result.ints('id'), (id, row): CaptureFact => {
      const ownZero = zero[row]!;
      return {
        id,
        name: names[row] ?? '',
        host: host[row] ?? null,
        rows: JSON.parse(counts[row] ?? '{}') as Readonly<Record<string, number>>,
        ownZero,
        ownStart,
        utcZero: utc[row] === nullWide ? null : ownZero + utc[row]!,
        first: first[row] === nullWide ? null : first[row]!,
        last: last[row] === nullWide ? null : last[row]!,
        frequency: frequencies(facts[row] ?? null),
      };
    });
    return { value, bytes: value.length * perRow };
  });
}

export function threadFacts(ask: Ask): Promise<readonly ThreadFact[]> {
  return ask.memo('threads', async () => {
    const result = await ask.query.columns(
      `SELECT t.id::INTEGER AS id, x.value AS process, t.process::INTEGER AS "text", t.pid::INTEGER AS pid, t.tid::INTEGER AS tid
       FROM thread t LEFT JOIN text x ON x.id = t.process ORDER BY t.id`,
      [],
      ask.cancel,
    );
    const [process, text] = [result.texts('process'), result.ints('text')];
    const [pid, tid] = [result.ints('pid'), result.ints('tid')];
    const value = Array.from(result.ints('id'), (id, row): ThreadFact => {
      return { id, process: process[row] ?? null, text: text[row]!, pid: pid[row]!, tid: tid[row]! };
    });
    return { value, bytes: value.length * perRow };
  });
}

export function kindFacts(ask: Ask): Promise<readonly KindFact[]> {
  return ask.memo('kinds', async () => {
    const result = await ask.query.columns(
      `SELECT k.capture::INTEGER AS capture, k.kind::INTEGER AS kind, x.value AS name, k.samples
       FROM (SELECT capture, kind, sum(weight)::DOUBLE AS samples FROM sample GROUP BY ALL) k
       JOIN text x ON x.id = k.kind
       ORDER BY k.samples DESC, x.value, k.capture`,
      [],
      ask.cancel,
    );
    const [kind, name, samples] = [result.ints('kind'), result.texts('name'), result.numbers('samples')];
    const value = Array.from(result.ints('capture'), (capture, row): KindFact => {
      return { capture, kind: kind[row]!, name: name[row] ?? '', samples: samples[row]! };
    });
    return { value, bytes: value.length * perRow };
  });
}

/** True if every sample weighs 1: counting rows is then the same as adding weights, and faster. */
export function unitWeights(ask: Ask): Promise<boolean> {
  return ask.memo('unit-weights', async () => {
    const result = await ask.query.columns(
      'SELECT coalesce(min(weight) = 1 AND max(weight) = 1, true)::INTEGER AS unit FROM sample',
      [],
      ask.cancel,
    );
    return { value: result.ints('unit')[0] === 1, bytes: 8 };
  });
}

/** `facts` is JSON written by the importer; a capture without a usable frequency has none. */
function frequencies(facts: string | null): Record<string, number> {
  const frequency: unknown = facts === null ? null : (JSON.parse(facts) as { frequency?: unknown }).frequency;
  if (typeof frequency !== 'object' || frequency === null) return {};
  return Object.fromEntries(
    Object.entries(frequency).filter((each): each is [string, number] => Number(each[1]) > 0),
  );
}
