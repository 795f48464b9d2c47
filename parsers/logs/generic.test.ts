import { describe, expect, it } from 'vitest';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { timeOf } from './samples.ts';

const logFormats = logFormatsOf(definitions);

const utf8 = (text: string) => new TextEncoder().encode(text);
const generic = logFormats.find(({ id }) => id === 'timed-lines')!;
const recognised = (log: string) => {
  const head = utf8(log);
  return logFormats.flatMap(format => {
    const sniff = format.sniff(head, 'log');
    return sniff === 'no' ? [] : [`${format.id}: ${sniff}`];
  });
};
const read = (log: string, modified = '2024-06-01T05:00:00Z'): Recorder =>
  readAll(generic, utf8(log), { modified: BigInt(Date.parse(modified)) * 1_000_000n });
const times = (recorder: Recorder) => recorder.events.map(event => timeOf(recorder, event));

describe('lines with a time', () => {
  it.each([
    ['2024-01-12 01:14:15 PM', '2024-01-12T13:14:15'],
    ['2024-01-12 12:14:15.5 AM', '2024-01-12T00:14:15.5'],
    ['2024-01-12 13:14:15 PM', '2024-01-12T13:14:15'],
    ['12-Jan-2024 01:14:15 p.m.', '2024-01-12T13:14:15'],
    ['1:14:15 PM', '2024-06-01T13:14:15'],
    ['[13:14:15.25]', '2024-06-01T13:14:15.25'],
    ['20240112131415', '2024-01-12T13:14:15'],
    ['2024-012 13:14:15', '2024-01-12T13:14:15'],
    ['13:14:15 12.01.2024', '2024-01-12T13:14:15'],
    ['13/01/2024 13:14:15', '2024-01-13T13:14:15'],
    ['(2024-01-12 13:14:15)', '2024-01-12T13:14:15'],
    ['web-3 2024-01-12 13:14:15:', '2024-01-12T13:14:15'],
    ['12. März 2024 13:14:15', '2024-03-12T13:14:15'],
    ['12 de enero de 2024 13:14:15', '2024-01-12T13:14:15'],
    ['12 janv. 2024 13:14:15', '2024-01-12T13:14:15'],
    ['12 января 2024 13:14:15', '2024-01-12T13:14:15'],
    ['2024年1月12日 13:14:15', '2024-01-12T13:14:15'],
    ['2024/1/12 午後 1:14:15', '2024-01-12T13:14:15'],
    ['2024. 1. 12. 오전 1:14:15', '2024-01-12T01:14:15'],
    ['1714983489123456', '2024-05-06T08:18:09.123456Z'],
    ['1714983489123456789', '2024-05-06T08:18:09.123456789Z'],
  ])('%s', (spelling, time) => {
    const log = `${spelling} one thing\n${spelling} another thing\n`;
    expect(recognised(log)).toEqual(['timed-lines: maybe']);
    const recorder = read(log);
    expect(times(recorder)).toEqual([time, time]);
    expect(recorder.events[0]!.message).toMatch(/one thing$/);
  });

  it('have a level only if the word is a level, not the beginning of a sentence', () => {
    const log = [
      'ERROR down',
      'warn: slow',
      '[Info] up',
      'Error reading x',
      'failed to start',
      'System started',
    ];
    const recorder = read(log.map(text => `2024-01-12 13:14:15 ${text}\n`).join(''));
    expect(recorder.events.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'down'],
      ['warning', 'slow'],
      ['info', 'up'],
      [null, 'Error reading x'],
      [null, 'failed to start'],
      [null, 'System started'],
    ]);
  });
});

describe('dates in which day and month are numbers', () => {
  it('are read, from the first line on, in the order that one of them determines', () => {
    const european = read('05/06/2024 10:00:00 a\n06/06/2024 10:00:00 b\n13/06/2024 10:00:00 c\n');
    expect(times(european)).toEqual(['2024-06-05T10:00:00', '2024-06-06T10:00:00', '2024-06-13T10:00:00']);
    const american = read('05/06/2024 10:00:00 a\n05/13/2024 10:00:00 b\n');
    expect(times(american)).toEqual(['2024-05-06T10:00:00', '2024-05-13T10:00:00']);
    expect([...european.problems, ...american.problems]).toEqual([]);
  });

  it('are a guess if none of them determines the order', () => {
    const recorder = read('05/06/2024 10:00:00 a\n06/06/2024 10:00:00 b\n');
    expect(times(recorder)[0]).toBe('2024-05-06T10:00:00');
    expect(recorder.problemCounts()).toEqual({ 'day-or-month-first': 1 });
    expect(recorder.lastClock).toMatchObject({ orderAssumed: true });
  });
});

describe('recognition', () => {
  it.each(
    // The text behind a prefix must be several lines of one format.
    definitions
      .filter(({ prefix }) => prefix !== true)
      .flatMap(({ id, samples }) => samples.map(({ text }, index) => [id, index + 1, text] as const)),
  )('recognises %s by one line, its sample %d', (id, _index, text) => {
    const [first] = recognised(`${text}\n`);
    expect(first?.split(':')[0]).toBe(id);
  });

  it.each([
    ['numbers with a dash beside a bar', '-4611686018427387904 |@@@   5\n-2305843009213693952 |      2\n'],
    ['times alone', 'Thu Aug 15 23:36:56 2019\n'],
    ['a number alone', '1741302121\n'],
    ['headers above other text', '#Software: x\n#Version: 1.0\n#Fields: date time cs-uri\nhello there\n'],
    ['a title alone', 'Level,Date and Time,Source,Event ID,Task Category\n'],
  ])('does not recognise %s', (_what, text) => {
    expect(recognised(text)).toEqual([]);
  });

  it('recognises Oracle if its phrases are below the times', () => {
    const [first, second] = ['2026-11-21T04:21:24.069592753Z', '2026-11-21T04:21:25.069592753Z'];
    expect(recognised(`${first}\n3220.04 4507.57\n`)).toEqual(['timed-lines: maybe']);
    expect(recognised(`${first}\n3220.04\n${second}\n3221.04\n`)).toEqual(['timed-lines: maybe']);
    expect(recognised(`${first}\nCompleted: ALTER DATABASE OPEN\n`)).toEqual(['oracle-alert: maybe']);
  });

  it('does not recognise prose that quotes a log', () => {
    const prose = 'What we see is another session, and nobody knows what it is for.\n'.repeat(40);
    const quoted = 'Oct 16 01:32:38 host snmpd[2708]: Cannot statfs\n'.repeat(4);
    expect(recognised(`${prose}${quoted}${prose}`)).toEqual([]);
  });
});

describe('times that are hard to resolve', () => {
  const syslog = logFormats.find(({ id }) => id === 'syslog')!;
  const on = (day: string, time = '12:00:00') => `${day} ${time} host prog[1]: x\n`;
  const modified = BigInt(Date.parse('2027-06-01T00:00:00Z')) * 1_000_000n;

  it('on 29 February are in a leap year', () => {
    for (const days of [['Feb 29'], ['Feb 28', 'Feb 29', 'Mar  1'], ['Dec 31', 'Jan  1', 'Feb 29']]) {
      const recorder = readAll(syslog, utf8(days.map(day => on(day)).join('')), { modified });
      expect(times(recorder)).toContain('2024-02-29T12:00:00');
    }
  });

  it('in the hour skipped in spring are read with the offset before', () => {
    const log = on('Mar 31', '01:59:59') + on('Mar 31', '02:30:00') + on('Mar 31', '03:00:01');
    const recorder = readAll(syslog, utf8(log), { year: 2024, zone: 'Europe/Vienna' });
    expect(recorder.events.map(({ ts }) => ts! / 1e9)).toEqual([0, 1801, 2]);
  });

  it('with and without a zone are each read on their own', () => {
    const recorder = read(
      '2024-01-12T13:14:15+01:00 INFO a\n2024-01-12T12:14:16Z INFO b\n2024-01-12T08:14:18-0400 INFO c\n2024-01-12T12:14:19 INFO d\n',
    );
    expect(times(recorder)).toEqual([15, 16, 18, 19].map(second => `2024-01-12T12:14:${second}Z`));
    expect(recorder.problemCounts()).toEqual({ 'zone-missing': 1 });
  });
});

describe('endless lines', () => {
  it('are recognised by their beginning', () => {
    expect(recognised(`2024-01-12 13:14:15,000 ERROR [main] a.B: ${'x '.repeat(40_000)}`)).toEqual([
      'log4j: likely',
    ]);
  });
});
