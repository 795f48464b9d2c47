/** All series, read once per revision of the workspace. */
import type { Ask } from '../contract.ts';

export interface SeriesFact {
  readonly id: number;
  readonly capture: number;
  readonly host: string | null;
  readonly object: string;
  readonly instance: string | null;
  readonly counter: string;
  readonly unit: string | null;
  /** A cumulative count, which is shown as a rate by default. */
  readonly cumulative: boolean;
  /** Process and thread of a series about one process or thread; -1 if an id is unknown. */
  readonly process: string | null;
  readonly pid: number;
  readonly tid: number;
  /** The quantity it measures, under one name for all tools; null if unknown. */
  readonly meaning: SeriesMeaning | null;
}

/** See `Meaning` in `parsers/contract.ts`. */
export interface SeriesMeaning {
  /** The stored name: a workspace of a newer version may have one that this version does not know. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** null if the tool does not state the unit of its values. */
  readonly factor: number | null;
  readonly addend: number;
}

const perSeries = 300;

export function seriesFacts(ask: Ask): Promise<readonly SeriesFact[]> {
  return ask.memo('series', async () => {
    const result = await ask.query.columns(
      `SELECT s.id::INTEGER AS id, s.capture::INTEGER AS capture, h.value AS host, o.value AS "object",
              i.value AS "instance", c.value AS counter, u.value AS unit, s.cumulative::INTEGER AS cumulative,
              m.value AS meaning, a.value AS attributes, s.factor, s.addend,
              p.value AS process, t.pid::INTEGER AS pid, t.tid::INTEGER AS tid
       FROM series s JOIN "text" o ON o.id = s.object JOIN "text" c ON c.id = s.counter
       LEFT JOIN "text" h ON h.id = s.host LEFT JOIN "text" i ON i.id = s.instance LEFT JOIN "text" u ON u.id = s.unit
       LEFT JOIN "text" m ON m.id = s.meaning LEFT JOIN "text" a ON a.id = s.attributes
       LEFT JOIN thread t ON t.id = s.thread LEFT JOIN "text" p ON p.id = t.process
       ORDER BY s.id`,
      [],
      ask.cancel,
    );
    const [capture, cumulative] = [result.ints('capture'), result.ints('cumulative')];
    const [host, object, instance] = [result.texts('host'), result.texts('object'), result.texts('instance')];
    const [counter, unit] = [result.texts('counter'), result.texts('unit')];
    const [meaning, attributes] = [result.texts('meaning'), result.texts('attributes')];
    const [process, pid, tid] = [result.texts('process'), result.ints('pid'), result.ints('tid')];
    const [factor, addend] = [result.numbers('factor'), result.numbers('addend')];
    const read = attributesReader();
    const meaningOf = (row: number): SeriesMeaning | null => {
      const name = meaning[row] ?? null;
      if (name === null) return null;
      return {
        name,
        attributes: read(attributes[row] ?? '{}'),
        factor: numberOf(factor[row]!),
        addend: addend[row]!,
      };
    };
    const value = Array.from(result.ints('id'), (id, row): SeriesFact => {
      return {
        id,
        capture: capture[row]!,
        host: host[row] ?? null,
        object: object[row] ?? '',
        instance: instance[row] ?? null,
        counter: counter[row] ?? '',
        unit: unit[row] ?? null,
        cumulative: cumulative[row] === 1,
        process: process[row] ?? null,
        pid: pid[row]!,
        tid: tid[row]!,
        meaning: meaningOf(row),
      };
    });
    return { value, bytes: value.length * perSeries };
  });
}

const numberOf = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Reads the JSON of attributes: tens of thousands of series share a few. */
function attributesReader(): (json: string) => Readonly<Record<string, string>> {
  const known = new Map<string, Readonly<Record<string, string>>>();
  return json => {
    let attributes = known.get(json);
    if (attributes === undefined) {
      attributes = JSON.parse(json) as Readonly<Record<string, string>>;
      known.set(json, attributes);
    }
    return attributes;
  };
}

/** `disk/vda/%util`; without an instance `memory/free`. */
export function pathOf({ object, instance, counter }: SeriesFact): string {
  return instance === null ? `${object}/${counter}` : `${object}/${instance}/${counter}`;
}

/** The unit of a count per second: `kB` → `kB/s`, `count` → `/s`. */
export function rateUnit(unit: string | null): string {
  return unit === null || unit === 'count' ? '/s' : `${unit}/s`;
}
