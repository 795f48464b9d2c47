/** Compares each line of jc's syslog files with what jc reads from it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpus, missing } from '../../fixtures/shared.ts';
import { type RecordedEvent, type Recorder, readAll } from '../kit/recorder.ts';
import type { Level } from '../levels.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { timeOf } from './samples.ts';

const logFormats = logFormatsOf(definitions);

interface JcLine {
  readonly unparsable?: string;
  readonly priority?: number | null;
  readonly hostname?: string;
  /** RFC 3164. */
  readonly date?: string;
  readonly tag?: string | null;
  readonly content?: string;
  /** RFC 5424. */
  readonly timestamp?: string | null;
  readonly appname?: string | null;
  readonly proc_id?: number | null;
  readonly msg_id?: string | null;
  readonly message?: string | null;
  readonly structured_data?: readonly { readonly parameters: Readonly<Record<string, string>> }[] | null;
}

const folder = corpus('jc/tests/fixtures/generic');
const levels: readonly Level[] = ['fatal', 'fatal', 'fatal', 'error', 'warning', 'notice', 'info', 'debug'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Lines with their events; blank lines have none. */
function read(name: string, format: string): { recorder: Recorder; lines: [JcLine, RecordedEvent][] } {
  const bytes = new Uint8Array(readFileSync(`${folder}/${name}.out`));
  const sure = logFormats.filter(({ sniff }) => sniff(bytes, 'unknown') !== 'no');
  expect(sure.map(({ id }) => id)).toEqual([format]);
  const recorder = readAll(sure[0]!, bytes, { year: 2022 });
  const said = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as JcLine[];
  expect(recorder.events).toHaveLength(said.length);
  return { recorder, lines: said.map((line, index) => [line, recorder.events[index]!]) };
}

const levelOf = ({ priority }: JcLine): Level | null =>
  typeof priority === 'number' ? levels[priority & 7]! : null;

/** `Mar  7 04:02:16` as the end of an ISO 8601 time; jc states no year. */
function isoOf(date: string): string {
  const [month, day, time] = date.split(/ +/);
  const number = (value: number) => String(value).padStart(2, '0');
  return `-${number(months.indexOf(month!) + 1)}-${number(Number(day))}T${time}`;
}

describe.skipIf(missing(folder))('the syslog files of jc', () => {
  it('RFC 3164: time, level, host, program, pid and message of every line that jc can read', () => {
    const { recorder, lines } = read('syslog-3164', 'syslog');
    const known = lines.filter(([{ unparsable }]) => unparsable === undefined);
    expect(known).toHaveLength(30);
    for (const [line, event] of known) {
      // jc counts the rest of the tag (`(pam_unix)[21839]:`) as part of the message.
      const rest = /^((?:\([^)]*\))?)(?:\[(\d+)\]: )?(.*)$/.exec(line.content!)!;
      expect(timeOf(recorder, event)?.slice(4), line.content).toBe(isoOf(line.date!));
      expect({
        level: event.level,
        host: event.fields.host,
        component: event.component,
        pid: event.thread?.pid ?? null,
        message: event.message,
      }).toEqual({
        level: levelOf(line),
        host: line.hostname,
        component: line.tag === null ? null : line.tag + rest[1]!,
        pid: rest[2] === undefined ? null : Number(rest[2]),
        message: rest[3],
      });
    }
    expect(recorder.counts).toMatchObject({ used: 32, blank: 3, skipped: 0 });
  });

  it('RFC 5424: the same, with message id and structured data', () => {
    const { recorder, lines } = read('syslog-5424', 'syslog-5424');
    const known = lines.filter(([{ timestamp }]) => typeof timestamp === 'string');
    expect(known).toHaveLength(6);
    for (const [line, event] of known) {
      const data = Object.assign({}, ...(line.structured_data ?? []).map(each => each.parameters));
      expect(Date.parse(timeOf(recorder, event)!)).toBe(Date.parse(line.timestamp!));
      expect({ level: event.level, component: event.component }).toEqual({
        level: levelOf(line),
        component: line.appname,
      });
      expect(event.fields).toMatchObject({ host: line.hostname, msgid: line.msg_id, ...data });
      if (line.message !== null) expect(event.message).toBe(line.message);
    }
  });

  it('lines that jc cannot read are events: with a time if they have one, else with their text', () => {
    const { lines } = read('syslog-3164', 'syslog');
    const [damaged, words] = lines
      .filter(([line]) => line.unparsable !== undefined)
      .map(([, event]) => event);
    expect(damaged).toMatchObject({ component: 'su', message: "'su root' failed for lonvick on /dev/pts/8" });
    expect(words).toMatchObject({ ts: null, message: 'unparsable line' });
  });
});
