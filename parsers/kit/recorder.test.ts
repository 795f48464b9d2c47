import { describe, expect, it } from 'vitest';
import { type Format, none, type Output, ParseError, type SeriesId, type TextId } from '../contract.ts';
import { ascii, decode } from './bytes.ts';
import { LineSplitter } from './lines.ts';
import { everySplit, everyTruncation, Recorder, readAll } from './recorder.ts';

/** One sample per line; `!` throws a {@link ParseError}. */
const toy: Format = {
  id: 'toy',
  title: 'toy',
  unit: 'lines',
  version: 1,
  load: async () => toy,
  sniff: () => 'no',
  open(out) {
    const kind = out.string('line');
    const lines = new LineSplitter(
      {
        line(bytes, start, end, number, offset) {
          if (bytes[start] === 0x21) throw new ParseError('gave-up', 'A ! ends it.', offset, number);
          const frame = out.frame(out.text(bytes, start, end), out.string('m'));
          out.sample(Number.NaN, -1, none, kind, 1, Number.NaN, out.stack(none, frame));
          out.ledger(1, 0, 0);
        },
        tooLong: () => out.ledger(0, 0, 1),
      },
      true,
    );
    return { push: chunk => lines.push(chunk), end: () => lines.end() };
  },
};

const setClock = (out: Output) =>
  out.clock({
    domain: 'utc',
    zero: 0n,
    utcOffset: 0n,
    zone: null,
    source: 'row-times',
    error: null,
  });

describe('Recorder', () => {
  it('records values in place of ids', () => {
    const out = new Recorder();
    setClock(out);
    const comm = out.string('java');
    const main = out.stack(none, out.frame(out.string('main'), out.string('app')));
    const leaf = out.stack(main, out.frame(out.string('[unknown]'), out.string('libc'), 16n));
    out.sample(5, 2, out.thread(comm, -1, 7), out.string('cycles'), 1, 100, leaf);
    const fieldSchema = out.fieldSchema([
      { key: 'bytes', type: 'number' },
      { key: 'file', type: 'text' },
    ]);
    const message = ascii('hello');
    out.event({
      ts: Number.NaN,
      kind: out.string('log'),
      thread: none,
      cpu: -1,
      message: { bytes: message, start: 0, end: 4 },
      fieldSchema,
      fields: [4096, out.string('/tmp/x')],
      stack: none,
      line: 1,
      lines: 1,
      offset: 0,
    });
    expect(out.samples).toEqual([
      {
        ts: 5,
        cpu: 2,
        thread: { process: 'java', pid: null, tid: 7 },
        kind: 'cycles',
        weight: 1,
        period: 100,
        stack: 'main;[unknown]',
        frames: [
          { symbol: 'main', module: 'app', address: null, offset: null },
          { symbol: '[unknown]', module: 'libc', address: 16n, offset: null },
        ],
      },
    ]);
    expect(out.events[0]).toMatchObject({
      ts: null,
      message: 'hell',
      thread: null,
      fields: { bytes: 4096, file: '/tmp/x' },
    });
    expect([...out.folded()]).toEqual([['main;[unknown]', 1]]);
  });

  it('gives equal ids for equal arguments', () => {
    const out = new Recorder();
    const bytes = ascii('main');
    expect(out.text(bytes, 0, 4)).toBe(out.string('main'));
    const frame = out.frame(out.string('main'), out.string('app'));
    expect(out.frame(out.string('main'), out.string('app'))).toBe(frame);
    expect(out.stack(none, frame)).toBe(out.stack(none, frame));
    expect(out.thread(none, 1, 2)).toBe(out.thread(none, 1, 2));
  });

  it('counts rows of every table', () => {
    const out = new Recorder();
    setClock(out);
    expect(out.rowCount).toBe(0);
    out.row('state', { thread: out.thread(none, 1, 2), ts: 1, state: out.string('ready') });
    expect(out.rowCount).toBe(1);
    out.sample(1, -1, none, out.string('cycles'), 1, Number.NaN, none);
    expect(out.rowCount).toBe(2);
  });

  it('refuses rows that no workspace could store', () => {
    const out = new Recorder();
    const text = out.string('x');
    const missing = 99 as TextId;
    expect(() => out.frame(text, missing)).toThrow('unknown text 99');
    expect(() => out.sample(1, -1, none, text, 1, Number.NaN, none)).toThrow('before any clock');
    setClock(out);
    expect(() => out.sample(1.5, -1, none, text, 1, Number.NaN, none)).toThrow('not an integer');
    expect(() => out.thread(text, -2, 1)).toThrow('pid');
    expect(() => out.ledger(-1, 0, 0)).toThrow('used');
    expect(() => out.metric(0 as SeriesId, 1, Number.NaN, 0, false)).toThrow('missing value');
  });
});

describe('readAll', () => {
  const bytes = ascii('a\nb\na');

  it('reads the same rows whole, in chunks, and split in two anywhere', () => {
    const whole = readAll(toy, bytes);
    expect(whole.samples.map(sample => sample.stack)).toEqual(['a', 'b', 'a']);
    expect(readAll(toy, bytes, {}, 1).samples).toEqual(whole.samples);
    const splits = [...everySplit(toy, bytes)];
    expect(splits.map(({ cut }) => cut)).toEqual([1, 2, 3, 4]);
    for (const { recorder } of splits) expect(recorder.samples).toEqual(whole.samples);
  });

  it('reads every truncation of a file', () => {
    const rows = [...everyTruncation(toy, bytes)].map(({ recorder }) => recorder.counts.used);
    expect(rows).toEqual([0, 1, 1, 2, 2]);
  });

  it('keeps a ParseError and the rows before it, and rethrows any other error', () => {
    const cut = readAll(toy, ascii('a\n!\nb\n'));
    expect(cut.failed?.code).toBe('gave-up');
    expect(cut.samples).toHaveLength(1);
    const broken: Format = {
      ...toy,
      open: () => ({
        push: chunk => {
          throw new TypeError(decode(chunk, 0, 1));
        },
        end: () => undefined,
      }),
    };
    expect(() => readAll(broken, bytes)).toThrow(TypeError);
  });
});
