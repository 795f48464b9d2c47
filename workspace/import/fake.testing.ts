/**
 * A format for tests, one record a line:
 *
 * ```
 * S <ts> <kind> <process> <frame;frame;…>     a sample
 * E <ts> <process> <number> <text field> <message…>   an event
 * M <ts> <counter> <value>                    a metric
 * !                                           nothing further can be trusted
 * ?                                           a reader at fault
 * ```
 */
import {
  type Format,
  none,
  type Options,
  type Output,
  ParseError,
  type Reader,
} from '../../parsers/contract.ts';
import { decode } from '../../parsers/kit/bytes.ts';
import { LineSplitter } from '../../parsers/kit/lines.ts';

class FakeReader implements Reader {
  private readonly lines: LineSplitter;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private readonly domain: 'utc' | 'local' | 'boot' | 'none',
  ) {
    this.lines = new LineSplitter(this, options.offset === 0);
  }

  push(chunk: Uint8Array): void {
    this.lines.push(chunk);
  }

  end(): void {
    this.lines.end();
  }

  tooLong(
    _bytes: Uint8Array,
    _start: number,
    _end: number,
    length: number,
    line: number,
    offset: number,
  ): void {
    this.out.ledger(0, 0, 1);
    this.out.problem({
      code: 'long',
      severity: 'warning',
      line,
      offset,
      message: `A line of ${length} bytes.`,
    });
  }

  line(bytes: Uint8Array, start: number, end: number, line: number, offset: number): void {
    const { out } = this;
    const words = decode(bytes, start, end).split(' ');
    const [what, time] = words;
    if (what === '') {
      out.ledger(0, 1, 0);
      return;
    }
    if (what === '!') throw new ParseError('bad', 'Here is a bang', offset, line);
    if (what === '?') throw new TypeError('undefined is not a function');
    if (what === 'Z') {
      out.ledger(1, 0, 0);
      return;
    }
    const ts = () => this.ts(BigInt(time ?? '0'));
    if (what === 'S') this.sample(ts(), words);
    else if (what === 'E') this.event(ts(), words, bytes, { start, end, line, offset });
    else if (what === 'M') this.metric(ts(), words, line);
    else {
      out.ledger(0, 0, 1);
      out.problem({
        code: 'unknown',
        severity: 'warning',
        line,
        offset,
        message: 'What?',
        example: { bytes, start, end },
      });
      return;
    }
    out.ledger(1, 0, 0);
  }

  private zero: bigint | null = null;

  /** Each part counts from its own first time, as real readers do. */
  private ts(time: bigint): number {
    if (this.domain === 'none') return Number.NaN;
    if (this.zero === null) {
      this.zero = time;
      this.out.clock({ ...this.clock(), zero: time });
    }
    return Number(time - this.zero);
  }

  private clock() {
    const utcOffset = this.domain === 'utc' ? 0n : null;
    return {
      domain: this.domain,
      zero: 0n,
      utcOffset,
      zone: this.options.zone,
      source: 'row-times' as const,
      error: null,
    };
  }

  private sample(ts: number, [, , kind, process, frames]: string[]): void {
    const { out } = this;
    const thread = out.thread(out.string(process ?? ''), 7, 8);
    let stack = none as ReturnType<Output['stack']>;
    for (const symbol of (frames ?? '').split(';'))
      stack = out.stack(
        stack,
        out.frame(out.string(symbol), out.string('mod'), symbol === '?' ? 4096n : null),
      );
    out.sample(ts, 1, thread, out.string(kind ?? ''), 1, Number.NaN, stack);
  }

  private event(
    ts: number,
    words: string[],
    bytes: Uint8Array,
    at: { start: number; end: number; line: number; offset: number },
  ): void {
    const { out } = this;
    const [, , process, value, field] = words;
    const skipped = words.slice(0, 5).join(' ').length + 1;
    out.event({
      ts,
      kind: out.string('fake:event'),
      thread: out.thread(out.string(process ?? ''), -1, -1),
      cpu: -1,
      level: 'info',
      message: { bytes, start: Math.min(at.start + skipped, at.end), end: at.end },
      fieldSchema: out.fieldSchema([
        { key: 'amount', type: 'number', unit: 'B' },
        { key: 'who', type: 'text' },
      ]),
      fields: [Number(value), field === '-' ? Number.NaN : out.string(field ?? '')],
      stack: none,
      line: at.line,
      lines: 1,
      offset: at.offset,
    });
  }

  private metric(ts: number, [, , counter, value]: string[], line: number): void {
    const key = {
      object: 'thing',
      instance: null,
      counter: counter ?? '',
      unit: '%',
      host: null,
      cumulative: false,
    };
    this.out.metric(this.out.series(key), ts, Number(value), line - 1, false);
  }
}

function format(id: string, magic: string, domain: 'utc' | 'local' | 'boot' | 'none', cuts: boolean): Format {
  const fake: Format = {
    id,
    title: id,
    unit: 'lines',
    version: 3,
    load: async () => fake,
    sniff: head => (decode(head, 0, Math.min(head.length, magic.length)) === magic ? 'yes' : 'no'),
    open: (out, options) => new FakeReader(out, options, domain),
    ...(cuts
      ? {
          boundary: (bytes: Uint8Array, from: number) => {
            const newline = bytes.indexOf(0x0a, from - 1);
            return newline < 0 || newline + 1 >= bytes.length ? -1 : newline + 1;
          },
        }
      : {}),
  };
  return fake;
}

/**
 * Files that begin with `Z 0` (UTC), `Z 1` (wall clock), `Z 2` (since boot), `Z 3` (UTC, cannot be split), `Z 4` (no
 * times).
 */
export const fakeFormats: readonly Format[] = [
  format('fake', 'Z 0', 'utc', true),
  format('fake-local', 'Z 1', 'local', true),
  format('fake-boot', 'Z 2', 'boot', true),
  format('fake-whole', 'Z 3', 'utc', false),
  format('fake-none', 'Z 4', 'none', true),
];
