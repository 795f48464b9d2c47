import { none, type Options, type Output } from '../contract.ts';
import { EventFields } from '../kit/event-fields.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import { columnsOf, isRuler } from './aligned.ts';
import { sectionOf } from './entry.ts';

const count = /^ {1,4}(\S.{0,60}?) +: +(\d{1,15}(?:\.\d{1,4})?)(%?)$/;
const detail = /^ {1,4}(\S.{0,60}?)? *: (.*)$/;

/** `----- HITM -----`, `- LLC Load Hit --`, or a word above a title. */
const group = /(?<!-)-+ [\w ]{1,40}? -+|[A-Za-z]+/g;

/**
 * `perf c2c report --stdio`: sums over the whole recording, without times. Its two tables become events: the cache
 * lines that threads share, and their accesses, with one field per column.
 */
export class C2cReader extends TextReader {
  private readonly fields = new EventFields(this.out);
  private readonly text = new Utf8Buffer();
  private section: ReturnType<typeof sectionOf> = null;
  private before: readonly string[] = [];
  private titles: readonly string[] = [];
  /** Cache line of the accesses that follow. */
  private cacheline = '';

  constructor(out: Output, options: Options) {
    super(out, options);
    out.clock(undated(options, 'none'));
  }

  protected read(line: string): Verdict {
    if (/^ *[=-]{20,}$/.test(line)) return 'used';
    const section = sectionOf(line);
    if (section !== null) {
      this.section = section;
      this.titles = [];
      return 'used';
    }
    if (line.startsWith('#')) return this.comment(line);
    if (this.section === 'counts') return this.count(line);
    if (this.section === 'details') return this.detail(line);
    if (this.titles.length === 0) return this.unknown();
    return this.section === 'lines' ? this.cacheLine(line) : this.access(line);
  }

  private comment(line: string): Verdict {
    if (isRuler(line)) {
      const [groups = '', names = ''] = this.before;
      const spans = [...groups.matchAll(group)].map(({ 0: text, index }) => ({
        name: text.replace(/^-+ | -+$/g, '').trim(),
        start: index,
        end: index + text.length,
      }));
      this.titles = columnsOf(names, line).map(({ title, start, end }) => {
        const above =
          spans.find(each => each.start < (end ?? line.length) - 2 && each.end > start)?.name ?? '';
        return `${above} ${title}`.trim();
      });
    }
    this.before = [this.before[1] ?? '', line];
    return 'used';
  }

  private count(line: string): Verdict {
    const match = count.exec(line);
    if (match === null) return this.unknown();
    const [, counter = '', value = '', percent = ''] = match;
    const unit = percent === '' ? null : '%';
    const key = { object: 'memory access', instance: null, counter, unit, host: null, cumulative: false };
    this.out.metric(this.out.series(key), Number.NaN, Number(value), 0, false);
    return 'used';
  }

  private detail(line: string): Verdict {
    const match = detail.exec(line);
    if (match === null) return this.unknown();
    if (match[1] !== undefined) this.out.about({ other: { [match[1]]: match[2]!.trim() } });
    return 'used';
  }

  private cacheLine(line: string): Verdict {
    const cells = line.trim().split(/ +/);
    if (cells.length !== this.titles.length) return this.unknown();
    this.give('perf c2c line', line, cells, this.titles);
    return 'used';
  }

  /** A row between rules is a cache line; each row below it is an access, whose last cells may contain blanks. */
  private access(line: string): Verdict {
    const words = line.trim().split(/ +/);
    if (/^\d+$/.test(words[0] ?? '') && /^0x[0-9a-f]+$/.test(words.at(-1) ?? '')) {
      this.cacheline = words.at(-1)!;
      return 'used';
    }
    const symbolAt = this.titles.findIndex(title => /\bSymbol$/.test(title));
    // The number of the line is blank here.
    const plain = symbolAt - 1;
    const rest = / (\[.\] .*)$/.exec(line)?.[1];
    if (symbolAt < 0 || rest === undefined || this.cacheline === '') return this.unknown();
    const numbers = line
      .slice(0, line.length - rest.length)
      .trim()
      .split(/ +/);
    if (numbers.length !== plain) return this.unknown();
    const cells = [this.cacheline, ...numbers, ...rest.split(/ {2,}/)];
    this.give('perf c2c access', line, cells, ['Cacheline Address', ...this.titles.slice(1)]);
    return 'used';
  }

  private give(kind: string, line: string, cells: readonly string[], titles: readonly string[]): void {
    const { fields, out, text } = this;
    fields.begin();
    const seen = new Set<string>();
    titles.forEach((title, at) => {
      const cell = cells[at] ?? '';
      const key = seen.has(title) ? `${title} ${at}` : title;
      seen.add(key);
      const number = /^\d{1,15}(?:\.\d{1,4})?%?$/.test(cell) ? Number(cell.replace('%', '')) : Number.NaN;
      const unit = cell.endsWith('%') ? { unit: '%' } : {};
      if (!Number.isNaN(number)) fields.add(fields.kind({ key, type: 'number', ...unit }), number);
      else fields.add(fields.kind({ key, type: 'text' }), cell === '' ? none : out.string(cell));
    });
    text.write(line.trim());
    out.event({
      ...{ ts: Number.NaN, kind: out.string(kind), thread: none, cpu: -1, stack: none },
      message: { bytes: text.bytes, start: 0, end: text.length },
      ...{ fieldSchema: fields.schema(), fields: fields.values },
      ...{ line: this.lineNumber, lines: 1, offset: this.lineOffset },
    });
  }
}
