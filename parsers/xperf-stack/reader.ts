import { none, type Options, type Output } from '../contract.ts';
import { internFrame } from '../families/windows/frames.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { unescaped } from '../kit/xml.ts';

/** Limit of the report that is held; the tables that are read are at its beginning. */
const maxText = 256 << 20;

/** Functions by stacks that contain them, and by stacks of which they are the leaf. */
const inclusive = 'Functions by UniInclusive Hits';
const exclusive = 'Functions by Exclusive Hits';

export class XperfStackReader extends TextReader {
  private readonly kind = this.out.string('exclusive hits');
  private lines: string[] = [];
  private length = 0;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    if (this.length + line.length > maxText)
      return this.unknown('The report is too long; its end was skipped.');
    this.length += line.length;
    this.lines.push(line);
    return 'held';
  }

  protected override finish(): void {
    const text = this.lines.join('\n');
    this.lines = [];
    const sections = sectionsOf(text);
    const functions = sections.get(inclusive) ?? sections.get(exclusive);
    const isInclusive = sections.has(inclusive);
    if (functions === undefined) return;
    this.out.clock(undated(this.options, 'none'));
    for (const [name = '', hits = '', , own = ''] of rowsOf(functions)) {
      if (!name.includes('!') || hitsOf(hits) === null) continue;
      const onTop = hitsOf(isInclusive ? own : hits) ?? 0;
      if (onTop > 0) {
        const stack = this.out.stack(none, internFrame(this.out, name));
        this.out.sample(Number.NaN, -1, none, this.kind, onTop, Number.NaN, stack);
      }
      if (!isInclusive) continue;
      const series = this.out.series({
        object: 'function',
        instance: name,
        counter: 'inclusive hits',
        unit: 'hits',
        host: null,
        cumulative: false,
      });
      this.out.metric(series, Number.NaN, hitsOf(hits)!, 0, false);
    }
    if ([...sections.keys()].some(title => title.includes('Callers')))
      this.out.problem({
        code: 'callers-left-out',
        severity: 'notice',
        line: 1,
        offset: 0,
        message:
          'Callers and callees of each function were left out, because stacks cannot be derived from them.',
      });
    this.settle('used');
  }
}

/** Sections by their titles. */
function sectionsOf(text: string): Map<string, string> {
  const sections = new Map<string, string>();
  for (const part of text.split(/<h2\b[^<>]{0,300}>/i).slice(1)) {
    const end = part.indexOf('</h2>');
    if (end >= 0) sections.set(plain(part.slice(0, Math.min(end, 1000))), part.slice(end));
  }
  return sections;
}

function* rowsOf(section: string): Generator<string[]> {
  for (const row of section.split(/<tr\b[^<>]{0,300}>/i).slice(1)) {
    const cells = row.split(/<td\b[^<>]{0,300}>/i).slice(1);
    yield cells.map(cell => plain(cell.split('</td>', 1)[0] ?? ''));
  }
}

/** Names of functions may contain angle brackets that are not HTML. */
const tag = /<\/?(?:a|b|i|td|th|tr|tbody|table|h2|span|font|nobr|div|p|u)\b[^<>]{0,500}>/gi;

const plain = (html: string): string => unescaped(html.slice(0, 20_000).replace(tag, '')).trim();

/** `12,345`; null if it is not a number. */
function hitsOf(cell: string): number | null {
  const digits = cell.replaceAll(',', '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
