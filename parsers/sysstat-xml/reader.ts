/**
 * `sadf -x`: one element per line, values in attributes or as text.
 *
 *     <timestamp date="2026-11-21" time="13:20:19" tz="UTC" interval="600">
 *       <cpu-load>
 *         <cpu number="all" usr="2.15" …/>
 *       </cpu-load>
 *       <memory per="second" unit="kB">
 *         <memfree>1437740</memfree>
 */

import { ActivityRows } from '../families/sysstat/activities.ts';
import { noteEvent } from '../families/sysstat/events.ts';
import { isActivity, type Row } from '../families/sysstat/keys.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { readMoment } from '../kit/metrics/moments.ts';
import type { Moment } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { unescaped } from '../kit/xml.ts';

/** A tag, or the text between two. */
const token = /<(\/?)([A-Za-z_][\w.-]*)((?:\s+[\w:.-]+\s*=\s*"[^"]*")*)\s*(\/?)>|<[!?][^>]*>|([^<]+)/g;
const attribute = /(?<![\w:.-])([\w:.-]+)\s{0,64}=\s{0,64}"([^"]*)"/g;

/** Attributes that describe how to read the others. */
const notes = ['per', 'unit', 'xmlns'];

/** Deeper elements are read, but not as parents. */
const maxDepth = 64;

export class SysstatXml extends TextReader {
  private readonly clock = new MomentClock(this.out, this.options, 'row-times');
  private readonly path: string[] = [];
  private rows = new ActivityRows(this.out, null);
  private system = '';
  private at: Moment | null = null;
  private row = 0;
  /** A tag that continues on the next line. */
  private open = '';

  protected read(line: string): Verdict {
    const text = this.open + line.trim();
    this.open = '';
    const cut = text.lastIndexOf('<');
    if (cut > text.lastIndexOf('>')) {
      if (text.length > 1 << 16) return this.unknown();
      this.open = `${text} `;
      return 'used';
    }
    let end = 0;
    for (const match of text.matchAll(token)) {
      if (match.index !== end) return this.unknown();
      end += match[0].length;
      this.token(match);
    }
    return end === text.length ? 'used' : this.unknown();
  }

  private token([, closing, name, attributes, single, text]: RegExpMatchArray): void {
    if (text !== undefined) this.text(text.trim());
    else if (name === undefined) return;
    else if (closing === '/') {
      if (this.path.at(-1) === name) this.path.pop();
    } else {
      this.element(name, rowOf(attributes!));
      if (single !== '/' && this.path.length < maxDepth) this.path.push(name);
    }
  }

  private element(name: string, row: Row): void {
    if (name === 'host') {
      const host = String(row.nodename ?? '');
      this.rows = new ActivityRows(this.out, host);
      this.out.about({ host });
    } else if (name === 'timestamp') this.timestamp(row);
    else if (name === 'boot' || name === 'comment') this.event(name, row);
    else if (this.at !== null) this.values(name, row, this.at);
  }

  private timestamp(row: Row): void {
    this.at = { ts: this.time(row), row: this.row++, sinceBoot: false };
  }

  private time({ date, time, tz, utc }: Row): number {
    const moment = readMoment(`${date} ${time} ${tz ?? (utc === '1' ? 'UTC' : '')}`.trim(), null);
    return this.checkedTime(moment === null ? Number.NaN : this.clock.at(moment));
  }

  private event(name: string, row: Row): void {
    noteEvent(this.out, {
      ts: this.time(row),
      kind: name === 'boot' ? 'restart' : 'comment',
      text: name === 'boot' ? `restart (${row.cpu_count} CPU)` : String(row.com ?? ''),
      line: this.lineNumber,
      offset: this.lineOffset,
    });
  }

  private values(name: string, row: Row, at: Moment): void {
    if (name === 'irq') {
      const counter = { counter: row.cpu === 'all' ? 'all' : `CPU${row.cpu}`, unit: '/s' };
      const value = Number(row.value);
      this.rows.value('interrupts', 'interrupts', String(row.intr), counter, value, at);
      return;
    }
    if (Object.keys(row).length > 0) this.rows.write(this.activity(name), row, at);
  }

  /** The activity of an element: its plural, its own name, or that of the nearest enclosing one. */
  private activity(name: string): string {
    if (this.path.includes(`${name}s`)) return `${name}s`;
    if (isActivity(name)) return name;
    for (let at = this.path.length - 1; at >= 0; at--) if (isActivity(this.path[at]!)) return this.path[at]!;
    return name;
  }

  private text(text: string): void {
    const name = this.path.at(-1);
    if (name === undefined || text === '') return;
    if (this.at !== null && this.path.includes('timestamp')) {
      this.rows.write(this.activity(name), { [name]: text }, this.at);
    } else if (name === 'sysname') this.system = text;
    else if (name === 'release') this.out.about({ os: `${this.system} ${text}`.trim() });
    else if (name === 'machine') this.out.about({ arch: text });
    else if (name === 'number-of-cpus') this.out.about({ cpus: Number(text) });
  }
}

function rowOf(attributes: string): Row {
  const row: Record<string, string> = {};
  for (const [, key, value] of attributes.matchAll(attribute)) {
    if (!notes.includes(key!)) row[key!] = unescaped(value!);
  }
  return row;
}
