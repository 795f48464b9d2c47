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
import { everyWay, fileFacts, type Way } from './ways.ts';

/** `npm run fuzz` reads a thousand times as many. */
const mutants = 5;

describe('mutants of every format', async () => {
  const all = await Promise.all(formats.map(entry => entry.load()));
  const seeds = await seedsOf([...all, exampleFormat], 'fixtures');
  const others = seeds.flatMap(({ captures }) => captures);

  it.each(seeds.map(seed => [seed.format.id, seed] as const))(
    'have no faults: %s',
    (_, { format, isBinary, captures }) => {
      const found = fuzz(format, { count: mutants, seed: 3, sources: { isBinary, own: captures, others } });
      expect(
        found.map(({ fault, input }) => `${fault.kind}: ${fault.message} ${Buffer.from(input)}`),
      ).toEqual([]);
    },
  );

  it('are made for every format, and for perf.data also from uncompressed records', () => {
    expect(seeds.map(({ format }) => format.id)).toEqual([...formats, exampleFormat].map(({ id }) => id));
    const perfData = seeds.find(({ format }) => format.id === 'perf-data')!;
    const stored = perfData.captures.flatMap(capture => storedRecords(capture) ?? []);
    const reads = stored.map(bytes => readAll(perfData.format, bytes));
    expect(reads.length).toBeGreaterThan(1);
    expect(reads.every(({ failed, samples }) => failed === null && samples.length > 5)).toBe(true);
  });

  it('of a log are read by the scanner and, shorter ones, line by line', () => {
    const access = seeds.find(({ format }) => format.id === 'access-log')!;
    const rowsBy = { runs: 0, lines: 0 };
    const open: Format['open'] = (out, options) => {
      const { eventColumns, event } = Recorder.prototype;
      if (out instanceof Recorder) {
        let inRun = false;
        out.eventColumns = run => {
          inRun = true;
          eventColumns.call(out, run);
          inRun = false;
          rowsBy.runs += run.rows;
        };
        out.event = row => {
          event.call(out, row);
          if (!inRun) rowsBy.lines++;
        };
      }
      return access.format.open(out, options);
    };
    fuzz(
      { ...access.format, open },
      { count: 60, seed: 6, sources: { isBinary: false, own: access.captures, others } },
    );
    expect(rowsBy.runs).toBeGreaterThan(100);
    expect(rowsBy.lines).toBeGreaterThan(100);
  });

  it('vary in length, and are the same for the same seed', () => {
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

describe('inputs that once caused a fault', () => {
  const folder = new URL('found/', import.meta.url);

  it.each(readdirSync(folder))('are read without one: %s', async name => {
    const format = await formats.find(({ id }) => id === name.split('.')[0])!.load();
    const bytes = readFileSync(new URL(name, folder));
    for (const way of everyWay(bytes.length)) expect(faultOf(format, bytes, way)).toBeNull();
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

/** An action of a reader for each chunk, in addition to the ledger. */
type Action = (out: Output, chunk: Uint8Array) => void;

/** A format whose reader closes its ledger, and performs an action for each chunk. */
const formatThat = (action: Action, more: Partial<Format> = {}): Format => {
  const format: Format = {
    id: 'faulty',
    load: async () => format,
    title: 'faulty',
    unit: 'bytes',
    version: 1,
    sniff: () => 'no',
    open: out => ({
      push(chunk) {
        out.ledger(chunk.length, 0, 0);
        action(out, chunk);
      },
      end: () => undefined,
    }),
    ...more,
  };
  return format;
};

const whole: Way = { options: fileFacts, chunking: [], part: null, sniffs: 'own' };
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
  (properties: object): Action =>
  out => {
    out.clock(clock);
    const kind = out.string('kind');
    const fieldSchema = out.fieldSchema([{ key: 'n', type: 'number' }]);
    out.event({ ...event, kind, fieldSchema, fields: [1], ...properties });
  };
const seriesOf = (out: Output) =>
  out.series({ object: 'o', instance: null, counter: 'c', unit: null, host: null, cumulative: false });
const metricOf =
  (ts: number, value: number, row: number): Action =>
  out => {
    out.clock(clock);
    out.metric(seriesOf(out), ts, value, row, false);
  };
const problem = { code: 'odd', severity: 'warning', line: -1, offset: 0, message: 'Odd.' } as const;
const failing =
  (offset: number, line = -1): Action =>
  () => {
    throw new ParseError('odd', 'Odd.', offset, line);
  };

describe('faults', () => {
  it('are none if every check holds', () => {
    expect(kindOf(formatThat(() => undefined))).toBeNull();
    expect(kindOf(formatThat(eventOf({ ts: 5, duration: 7 })))).toBeNull();
    expect(kindOf(formatThat(metricOf(5, 0.5, 0)))).toBeNull();
    expect(kindOf(formatThat(failing(3)))).toBeNull();
  });

  it.each<[string, Action, string]>([
    ['a time that is not finite', eventOf({ ts: Number.POSITIVE_INFINITY }), 'crash'],
    ['a time beyond 64 bits', eventOf({ ts: 2 ** 63 }), 'time'],
    ['a fraction of a ns', eventOf({ ts: 0.5 }), 'crash'],
    ['an end beyond 64 bits', eventOf({ ts: 2 ** 62, duration: 2 ** 62 }), 'time'],
    ['a duration with a fraction of a ns', eventOf({ ts: 1, duration: 0.5 }), 'crash'],
    ['a field that is not finite', eventOf({ fields: [Number.NEGATIVE_INFINITY] }), 'number event kind.n'],
    ['a CPU below -1, which is none', eventOf({ cpu: -2 }), 'crash'],
    ['a thread that was not interned', eventOf({ thread: 7 }), 'crash'],
    ['a line beyond the file', eventOf({ offset: 4 }), 'place of an event'],
    ['a metric that is not finite', metricOf(1, Number.POSITIVE_INFINITY, 0), 'crash'],
    ['a negative row number of a metric', metricOf(1, 1, -1), 'crash'],
    ['a row number of a metric that is not a small integer', metricOf(1, 1, 1e23), 'crash'],
    [
      'an infinite bound of a histogram bucket',
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
    [
      'a clock whose zero exceeds 64 bits',
      out => out.clock({ ...clock, zero: 1n << 63n }),
      'number clock.zero',
    ],
    [
      'a time that exceeds 64 bits only as UTC',
      out => {
        out.clock({ ...clock, zero: (1n << 63n) - 10n });
        out.metric(seriesOf(out), 100, 1, 0, false);
      },
      'time',
    ],
    ['a problem beyond the file', out => out.problem({ ...problem, offset: 4 }), 'place of odd'],
    ['a failure beyond the file', failing(4), 'place of a failure'],
    [
      'a ledger larger than the file, then a ParseError',
      out => {
        out.ledger(1, 0, 0);
        throw new ParseError('odd', 'Odd.', 0, -1);
      },
      'ledger of a failure',
    ],
    [
      'far more rows than bytes',
      out => {
        const kind = out.string('kind');
        for (let n = 0; n < 2000; n++) out.sample(Number.NaN, -1, -1, kind, 1, Number.NaN, -1);
      },
      'rows',
    ],
    [
      'an error that is not a ParseError',
      () => {
        throw new RangeError('odd');
      },
      'crash',
    ],
  ])('include %s', (_, action, kind) => {
    expect(kindOf(formatThat(action))).toMatch(new RegExp(`^${kind}`));
  });

  it('include ledgers that do not close', () => {
    expect(kindOf(formatThat(out => out.ledger(1, 0, 0)))).toBe('ledger');
  });

  it('include errors and wrong answers of the calls before a file is read', () => {
    const throws = () => {
      throw new TypeError('odd');
    };
    expect(kindOf(formatThat(() => undefined, { sniff: throws }))).toContain('odd');
    expect(kindOf(formatThat(() => undefined, { ranges: throws }))).toContain('odd');
    expect(kindOf(formatThat(() => undefined, { sniff: () => 'perhaps' as never }))).toBe('sniff');
    const meaning = {
      name: 'system.cpu.utilization',
      attributes: {},
      factor: Number.NaN,
      addend: 0,
    } as const;
    expect(kindOf(formatThat(metricOf(1, 1, 0), { meanings: () => meaning }))).toBe('meaning');
  });

  it.each<[string, Action]>([
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
  ])('include %s that depend on where a chunk ends', (content, action) => {
    expect(kindOf(formatThat(action))).toBeNull();
    expect(kindOf(formatThat(action), 'abc', { chunking: [1] })).toBe(`chunks ${content}`);
    expect(kindOf(formatThat(action), 'abc', { chunking: 1 })).toBe(`chunks ${content}`);
  });

  it('include the ledger of a failed read, if it depends on where a chunk ends', () => {
    const late = formatThat(() => undefined, {
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

  it('include parts whose rows differ from those of the whole, and wrong boundaries', () => {
    const first = formatThat(out => out.sample(Number.NaN, -1, -1, out.string('k'), 1, Number.NaN, -1), {
      boundary: (_, from) => from,
    });
    expect(kindOf(first)).toBeNull();
    expect(kindOf(first, 'abc', { part: 0.5 })).toBe('parts');
    expect(kindOf({ ...first, boundary: () => 9 }, 'abc', { part: 0.5 })).toBe('boundary');
  });

  it('include reads that take long, or much memory', () => {
    let [elapsed, busy, peak] = [0, 0, 100];
    const meter = { elapsed: () => elapsed, busy: () => busy, peak: () => peak };
    const kindOfRead = (action: Action) =>
      faultOf(formatThat(action), bytes('abc'), whole, meter)?.kind ?? null;
    expect(kindOfRead(() => undefined)).toBeNull();
    const waits = () => {
      elapsed += 900;
    };
    expect(kindOfRead(waits)).toBeNull();
    expect(
      kindOfRead(() => {
        waits();
        busy += 900;
      }),
    ).toBe('slow read');
    expect(
      kindOfRead(() => {
        peak += 1000;
      }),
    ).toBe('memory read');
  });

  it('include errors that are not ParseErrors, whose input is reduced to the bytes that cause them', () => {
    const trips = formatThat((_, chunk) => {
      if (chunk.includes(0x21)) throw new TypeError('cannot read it');
    });
    const input = bytes('a long text! with more behind');
    const fault = faultOf(trips, input, whole);
    expect(fault?.kind).toContain('cannot read it');
    expect(fault?.message).toContain('fuzz.test');
    expect(Buffer.from(shrunk(trips, input, fault!.kind, whole)).toString()).toBe('!');
  });

  it('include long lines and repeated captures for which time grows faster than size', () => {
    let done = 0;
    const busy = () => done;
    const work = (steps: number) => {
      done += steps;
    };
    const quadratic = formatThat((_, chunk) => work((chunk.length / 80) ** 2));
    const linear = formatThat((_, chunk) => work(chunk.length * 300));
    const characters = [' '];
    expect(slowLines(quadratic, [bytes('abc')], new Random(1), { characters, busy })).toMatchObject([
      { character: ' ' },
    ]);
    expect(slowLines(linear, [bytes('abc')], new Random(1), { characters, busy })).toEqual([]);
    const pieces = [2];
    expect(slowRepeats(quadratic, [bytes('abc')], new Random(1), { pieces, busy }).length).toBe(1);
    expect(slowRepeats(linear, [bytes('abc')], new Random(1), { pieces, busy })).toEqual([]);
  });
});
