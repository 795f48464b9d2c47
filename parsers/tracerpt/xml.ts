import type { BulkOutput } from '../bulk.ts';
import type { Options } from '../contract.ts';
import { epochNs, epochSeconds } from '../kit/civil.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { attributeIn, unescaped } from '../kit/xml.ts';
import { idOf, levelOf, orNone, TraceEvents } from './trace-events.ts';

/** Longer events are left out. */
const longestEvent = 1 << 20;

const plain = (text: string): string => unescaped(text).trim();

/** Content of the first element `name`. */
function element(xml: string, name: string): string | null {
  const begin = new RegExp(`<${name}(?:\\s[^<>]{0,2000})?>`).exec(xml);
  if (begin === null || begin[0].endsWith('/>')) return null;
  const from = begin.index + begin[0].length;
  const end = xml.indexOf(`</${name}>`, from);
  return end < 0 ? null : xml.slice(from, end);
}

const textOf = (xml: string, name: string): string => plain(element(xml, name) ?? '');

function attribute(xml: string, name: string, key: string): string {
  const tag = new RegExp(`<${name}\\s([^<>]{0,2000})>`).exec(xml)?.[1] ?? '';
  return attributeIn(tag, key)?.trim() ?? '';
}

export class TracerptXmlReader extends TextReader {
  private readonly events: TraceEvents;
  /** Lines of the open event. */
  private open: string[] = [];
  private length = 0;
  private line1 = 0;
  private offset1 = 0;
  private zero: bigint | null = null;

  constructor(out: BulkOutput, options: Options) {
    super(out, options);
    this.events = new TraceEvents(out);
  }

  protected read(line: string): Verdict {
    let rest = line;
    let verdict: Verdict = 'used';
    while (rest !== '') {
      if (this.open.length === 0) {
        const begin = /<Event[\s>]/.exec(rest);
        // Text between events: the root, the declaration, comments.
        if (begin === null) return verdict;
        rest = rest.slice(begin.index);
        this.line1 = this.lineNumber;
        this.offset1 = this.lineOffset;
        this.length = 0;
      }
      const end = rest.indexOf('</Event>');
      const part = end < 0 ? rest : rest.slice(0, end + '</Event>'.length);
      this.length += part.length;
      if (this.length <= longestEvent) this.open.push(part);
      else if (this.open.length === 0) this.open.push('');
      if (end < 0) return 'held';
      rest = rest.slice(part.length).trimStart();
      verdict = this.event(this.open.join('\n')) ? 'used' : 'skipped';
      this.settle(verdict);
      this.open = [];
    }
    return verdict;
  }

  protected override finish(): void {
    if (this.open.length > 0) this.report('event-cut', 'The last event is truncated; it was skipped.');
  }

  private event(xml: string): boolean {
    if (this.length > longestEvent)
      return this.report('event-too-long', 'An event of more than 1 MiB was skipped.');
    const system = element(xml, 'System');
    if (system === null)
      return this.report('unknown-event', 'An event has no System element; it was skipped.');
    const rendered = element(xml, 'RenderingInfo') ?? '';
    const traced = element(xml, 'ExtendedTracingInfo') ?? '';
    const provider = attribute(system, 'Provider', 'Name') || attribute(system, 'Provider', 'Guid');
    const name = textOf(rendered, 'EventName') || textOf(traced, 'EventName');
    const task = textOf(rendered, 'Task');
    const opcode = textOf(rendered, 'Opcode');
    const id = textOf(system, 'EventID');
    const fields = payloadOf(xml);
    // Events without a manifest have the name of their class (Process) and of their opcode (Start).
    const kind = [name || [provider, task || id].filter(Boolean).join('/'), opcode].filter(Boolean).join('/');
    const id32 = (key: string) => orNone(idOf(attribute(system, 'Execution', key)));
    if (/^Process\/(?:Start|DCStart|DCEnd)$/.test(kind)) this.process(fields);
    this.events.add({
      ts: this.checkedTime(this.time(attribute(system, 'TimeCreated', 'SystemTime'))),
      kind: kind || 'event',
      component: provider || null,
      level: levelOf(Number(textOf(system, 'Level'))),
      pid: id32('ProcessID'),
      tid: id32('ThreadID'),
      cpu: id32('ProcessorID'),
      message: textOf(rendered, 'Message') || fields.map(([key, value]) => `${key}=${value}`).join(' '),
      fields: [
        ...(id === '' || id === '0' ? [] : [['EventID', id] as const]),
        ...(textOf(system, 'Computer') === '' ? [] : [['Computer', textOf(system, 'Computer')] as const]),
        ...fields,
      ],
      line: this.line1,
      lines: this.lineNumber - this.line1 + 1,
      offset: this.offset1,
    });
    return true;
  }

  private process(fields: readonly (readonly [string, string])[]): void {
    const value = (key: string) => fields.find(([name]) => name === key)?.[1] ?? '';
    const name = value('ImageFileName') || value('ImageName');
    if (name !== '') this.events.rename(orNone(idOf(value('ProcessId') || value('ProcessID'))), name);
  }

  /** `2024-02-02T12:34:56.123456700Z`, or with an offset. */
  private time(text: string): number {
    const match =
      /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d{0,9})?(?:Z|([+-])(\d\d):(\d\d))?$/.exec(
        text,
      );
    if (match === null) {
      if (this.zero === null) this.begin(0n);
      return Number.NaN;
    }
    const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const offset = (Number(match[9] ?? 0) * 3600 + Number(match[10] ?? 0) * 60) * (match[8] === '-' ? -1 : 1);
    const seconds = epochSeconds(year, month, day, hour, minute, second) - offset;
    if (Number.isNaN(seconds)) return Number.NaN;
    const at = epochNs(seconds, Number((match[7] ?? '').padEnd(9, '0')));
    if (this.zero === null || this.zero === 0n) this.begin(at);
    return Number(at - this.zero!);
  }

  private begin(zero: bigint): void {
    this.zero = zero;
    this.out.clock({ domain: 'utc', zero, utcOffset: 0n, zone: null, source: 'row-times', error: 100 });
  }

  private report(code: string, message: string): false {
    this.out.problem({ code, severity: 'warning', line: this.line1, offset: this.offset1, message });
    return false;
  }
}

/** `<Data Name="x">1</Data>`, or elements of any name that contain only text; binary data as hexadecimal digits. */
function payloadOf(xml: string): (readonly [string, string])[] {
  const fields: (readonly [string, string])[] = [];
  const data = element(xml, 'EventData');
  if (data !== null) {
    for (const [, attributes = '', value = ''] of data.matchAll(
      /<(?:Data|ComplexData)((?:\s[^<>]{0,1000})?)>([^<]*)<\//g,
    )) {
      const name = attributeIn(attributes, 'Name')?.trim();
      fields.push([name || `data ${fields.length + 1}`, plain(value)]);
    }
  }
  const user = element(xml, 'UserData');
  if (user !== null) {
    for (const [, name = '', value = ''] of user.matchAll(
      /<([\w:.-]{1,200})(?:\s[^<>]{0,1000})?>([^<]*)<\//g,
    ))
      fields.push([name, plain(value)]);
  }
  const binary = textOf(xml, 'BinaryEventData') || textOf(xml, 'Binary');
  if (binary !== '') fields.push(['binary', binary]);
  return fields;
}
