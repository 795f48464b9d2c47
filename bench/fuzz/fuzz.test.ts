import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Format, type Output, ParseError, type TextId } from '../../parsers/contract.ts';
import { exampleFormat } from '../../parsers/example-format/format.ts';
import { formats } from '../../parsers/formats.ts';
import { Recorder, readAll } from '../../parsers/kit/recorder.ts';
import { storedRecords } from './binary-seeds.ts';
import { faultOf, shrunk } from './faults.ts';
import { fuzz } from './fuzz.ts';
import { slowLines, slowRepeats } from './long-lines.ts';
import { mutantOf } from './mutants.ts';
import { Random } from './random.ts';
import { seedsOf } from './seeds.ts';
import { everyWay, given, type Way } from './ways.ts';

const mutants = 12;

describe('mutants of every format', async () => {
  const seeds = await seedsOf([...formats, exampleFormat], 'fixtures');
  const others = seeds.flatMap(({ captures }) => captures);

  it.each(seeds.map(each => [each.format.id, each] as const))('%s', (_, { format, isBinary, captures }) => {
    const found = fuzz(format, { count: mutants, seed: 3, sources: { isBinary, own: captures, others } });
    expect(found.map(({ fault, input }) => `${fault.kind}: ${fault.message} ${Buffer.from(input)}`)).toEqual(
      [],
    );
  });

  it('are of every format of the registry, and of compressed records that are stored', () => {
    expect(seeds.map(({ format }) => format.id)).toEqual([...formats, exampleFormat].map(({ id }) => id));
    const perfData = seeds.find(({ format }) => format.id === 'perf-data')!;
    const stored = perfData.captures.flatMap(each => storedRecords(each) ?? []);
    const reads = stored.map(bytes => readAll(perfData.format, bytes));
    expect(reads.length).toBeGreaterThan(1);
    expect(reads.every(({ failed, samples }) => failed === null && samples.length > 5)).toBe(true);
  });

  it('reach the scanner of a log, and the reader line by line', () => {
    const access = seeds.find(({ format }) => format.id === 'access-log')!;
    const ways = { runs: 0, lines: 0 };
    const open: Format['open'] = (out, options) => {
      const { eventColumns, event } = Recorder.prototype;
      if (out instanceof Recorder) {
        let inRun = false;
        out.eventColumns = run => {
          inRun = true;
          eventColumns.call(out, run);
          inRun = false;
          ways.runs += run.rows;
        };
        out.event = row => {
          event.call(out, row);
          if (!inRun) ways.lines++;
        };
      }
      return access.format.open(out, options);
    };
    fuzz(
      { ...access.format, open },
      { count: 200, seed: 4, sources: { isBinary: false, own: access.captures, others } },
    );
    expect(ways.runs).toBeGreaterThan(500);
    expect(ways.lines).toBeGreaterThan(500);
  });

  it('are changed in every way, the same for the same seed', () => {
    const capture = new Uint8Array(256).map((_, i) => 33 + (i % 90));
    const sources = { isBinary: false, own: [capture], others: [capture] };
    const lengths = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 50 }, () => mutantOf(capture, random, sources).length);
    };
    expect(lengths(1)).toEqual(lengths(1));
    expect(new Set(lengths(1)).size).toBeGreaterThan(25);
  });
});

describe('inputs that caused errors earlier', () => {
  const folder = new URL('found/', import.meta.url);

  it.each(readdirSync(folder))('%s', name => {
    const format = formats.find(({ id }) => id === name.split('.')[0])!;
    const bytes = readFileSync(new URL(name, folder));
    for (const way of everyWay(bytes.length)) expect(faultOf(format, bytes, way)).toBeNull();
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

/** What a reader does with a chunk, beside the ledger. */
type Deed = (out: Output, chunk: Uint8Array) => void;

/** A format whose every read closes its ledger, and does something besides. */
const doing = (deed: Deed, more: Partial<Format> = {}): Format => ({
  id: 'faulty',
  title: 'faulty',
  unit: 'bytes',
  version: 1,
  sniff: () => 'no',
  open: out => ({
    push(chunk) {
      out.ledger(chunk.length, 0, 0);
      deed(out, chunk);
    },
    end: () => undefined,
  }),
  ...more,
});

const whole: Way = { options: given, chunking: [], part: null, sniffs: 'own' };
const kindOf = (format: Format, text = 'abc', way: Partial<Way> = {}) =>
  faultOf(format, bytes(text), { ...whole, ...way })?.kind ?? null;

const clock = {
  domain: 'utc',
  zero: 0n,
  utcOffset: null,
  zone: null,
  source: 'row-times',
  error: null,
} as const;
const event = {
  ts: Number.NaN,
  kind: 0 as TextId,
  thread: -1,
  cpu: -1,
  message: null,
  fieldSchema: null as never,
  fields: [],
  stack: -1,
  line: 1,
  lines: 1,
  offset: 0,
} as const;
const eventOf =
  (of: object): Deed =>
  out => {
    out.clock(clock);
    const kind = out.string('kind');
    const fieldSchema = out.fieldSchema([{ key: 'n', type: 'number' }]);
    out.event({ ...event, kind, fieldSchema, fields: [1], ...of });
  };
const seriesOf = (out: Output) =>
  out.series({ object: 'o', instance: null, counter: 'c', unit: null, host: null, cumulative: false });
const metricOf =
  (ts: number, value: number, row: number): Deed =>
  out => {
    out.clock(clock);
    out.metric(seriesOf(out), ts, value, row, false);
  };
const problem = { code: 'odd', severity: 'warning', line: -1, offset: 0, message: 'Odd.' } as const;
const failing =
  (offset: number, line = -1): Deed =>
  () => {
    throw new ParseError('odd', 'Odd.', offset, line);
  };

describe('faults', () => {
  it('are none if every check holds', () => {
    expect(kindOf(doing(() => undefined))).toBeNull();
    expect(kindOf(doing(eventOf({ ts: 5, duration: 7 })))).toBeNull();
    expect(kindOf(doing(metricOf(5, 0.5, 0)))).toBeNull();
    expect(kindOf(doing(failing(3)))).toBeNull();
  });

  it.each<[string, Deed, string]>([
    ['a time that is not finite', eventOf({ ts: Number.POSITIVE_INFINITY }), 'crash'],
    ['a time beyond 64 bits', eventOf({ ts: 2 ** 63 }), 'time'],
    ['a fraction of a ns', eventOf({ ts: 0.5 }), 'crash'],
    ['an end beyond 64 bits', eventOf({ ts: 2 ** 62, duration: 2 ** 62 }), 'time'],
    ['a duration of a fraction', eventOf({ ts: 1, duration: 0.5 }), 'crash'],
    ['a field that is not finite', eventOf({ fields: [Number.NEGATIVE_INFINITY] }), 'number event kind.n'],
    ['a CPU below none', eventOf({ cpu: -2 }), 'crash'],
    ['a thread that is not there', eventOf({ thread: 7 }), 'crash'],
    ['a line beyond the file', eventOf({ offset: 4 }), 'place of an event'],
    ['a metric that is not finite', metricOf(1, Number.POSITIVE_INFINITY, 0), 'crash'],
    ['a row of a metric below 0', metricOf(1, 1, -1), 'crash'],
    ['a row of a metric of 1e23', metricOf(1, 1, 1e23), 'crash'],
    [
      'a bound that is not finite',
      out =>
        out.row('histogram', {
          series: seriesOf(out),
          ts: Number.NaN,
          low: 1,
          high: Number.POSITIVE_INFINITY,
          count: 1,
        } as never),
      'number histogram.high',
    ],
    ['a zero beyond 64 bits', out => out.clock({ ...clock, zero: 1n << 63n }), 'number clock.zero'],
    [
      'a time that only UTC does not hold',
      out => {
        out.clock({ ...clock, zero: (1n << 63n) - 10n });
        out.metric(seriesOf(out), 100, 1, 0, false);
      },
      'time',
    ],
    ['a problem beyond the file', out => out.problem({ ...problem, offset: 4 }), 'place of odd'],
    ['a failure beyond the file', failing(4), 'place of a failure'],
    [
      'a ledger with more than there is, then a failure',
      out => {
        out.ledger(1, 0, 0);
        throw new ParseError('odd', 'Odd.', 0, -1);
      },
      'ledger of a failure',
    ],
    [
      'rows without end',
      out => {
        const kind = out.string('kind');
        for (let n = 0; n < 2000; n++) out.sample(Number.NaN, -1, -1, kind, 1, Number.NaN, -1);
      },
      'rows',
    ],
    [
      'an error',
      () => {
        throw new RangeError('odd');
      },
      'crash',
    ],
  ])('are %s', (_, deed, kind) => {
    expect(kindOf(doing(deed))).toMatch(new RegExp(`^${kind}`));
  });

  it('are ledgers that do not close', () => {
    expect(kindOf(doing(out => out.ledger(1, 0, 0)))).toBe('ledger');
  });

  it('are answers of any format before the read', () => {
    const throws = () => {
      throw new TypeError('odd');
    };
    expect(kindOf(doing(() => undefined, { sniff: throws }))).toContain('odd');
    expect(kindOf(doing(() => undefined, { ranges: throws }))).toContain('odd');
    expect(kindOf(doing(() => undefined, { sniff: () => 'perhaps' as never }))).toBe('sniff');
    const meaning = {
      name: 'system.cpu.utilization',
      attributes: {},
      factor: Number.NaN,
      addend: 0,
    } as const;
    expect(kindOf(doing(metricOf(1, 1, 0), { meanings: () => meaning }))).toBe('meaning');
  });

  it.each<[string, Deed]>([
    ['samples', out => out.sample(Number.NaN, -1, -1, out.string('k'), 1, Number.NaN, -1)],
    [
      'problems',
      (out, chunk) => out.problem({ ...problem, example: { bytes: chunk, start: 0, end: chunk.length } }),
    ],
    [
      'error',
      (_, chunk) => {
        if (chunk.length > 2) throw new ParseError('odd', 'Odd.', 0, -1);
      },
    ],
    ['facts', (out, chunk) => out.about({ host: String(chunk.length) })],
    ['clock', (out, chunk) => out.clock({ ...clock, zero: BigInt(chunk.length) })],
  ])('are %s that depend on where a chunk ends', (what, deed) => {
    expect(kindOf(doing(deed))).toBeNull();
    expect(kindOf(doing(deed), 'abc', { chunking: [1] })).toBe(`chunks ${what}`);
    expect(kindOf(doing(deed), 'abc', { chunking: 1 })).toBe(`chunks ${what}`);
  });

  it('are a ledger of a failure that depends on where a chunk ends', () => {
    const late = doing(() => undefined, {
      open: out => ({
        push: chunk => {
          if (chunk.includes(0x63)) throw new ParseError('odd', 'Odd.', 0, -1);
          out.ledger(chunk.length, 0, 0);
        },
        end: () => undefined,
      }),
    });
    expect(kindOf(late)).toBeNull();
    expect(kindOf(late, 'abc', { chunking: [1] })).toBe('chunks counts');
  });

  it('are parts that have other rows', () => {
    const first = doing(out => out.sample(Number.NaN, -1, -1, out.string('k'), 1, Number.NaN, -1), {
      boundary: (_, from) => from,
    });
    expect(kindOf(first)).toBeNull();
    expect(kindOf(first, 'abc', { part: 0.5 })).toBe('parts');
    expect(kindOf({ ...first, boundary: () => 9 }, 'abc', { part: 0.5 })).toBe('boundary');
  });

  it('are reads that take long, or much memory', () => {
    let sum = 0;
    const busy = doing(() => {
      for (const end = performance.now() + 900; performance.now() < end; ) sum = (sum * 31 + 1) | 0;
    });
    expect(kindOf(busy)).toBe('slow read');
    expect(kindOf(doing(() => new Uint8Array(1 << 30).fill(1)))).toBe('memory read');
  });

  it('are errors not reported by a reader, reduced to a minimal input', () => {
    const trips = doing((_, chunk) => {
      if (chunk.includes(0x21)) throw new TypeError('cannot read it');
    });
    const input = bytes('a long text! with more behind');
    const fault = faultOf(trips, input, whole);
    expect(fault?.kind).toContain('cannot read it');
    expect(fault?.message).toContain('fuzz.test');
    expect(Buffer.from(shrunk(trips, input, fault!.kind, whole)).toString()).toBe('!');
  });

  it('are long lines and repeated captures, if their time grows faster than their length', () => {
    let sum = 0;
    const work = (steps: number) => {
      for (let step = 0; step < steps; step++) sum = (sum * 31 + step) | 0;
    };
    const quadratic = doing((_, chunk) => work((chunk.length / 80) ** 2));
    const linear = doing((_, chunk) => work(chunk.length * 300));
    const characters = [' '];
    expect(slowLines(quadratic, [bytes('abc')], new Random(1), { characters })).toMatchObject([
      { character: ' ' },
    ]);
    expect(slowLines(linear, [bytes('abc')], new Random(1), { characters })).toEqual([]);
    const pieces = [2];
    expect(slowRepeats(quadratic, [bytes('abc')], new Random(1), { pieces }).length).toBe(1);
    expect(slowRepeats(linear, [bytes('abc')], new Random(1), { pieces })).toEqual([]);
  }, 120_000);
});
