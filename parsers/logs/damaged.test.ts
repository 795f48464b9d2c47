/** A line that begins as records of its file begin is a record or a problem, and never part of the record above it. */
import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { timeOf } from './samples.ts';

const logFormats = logFormatsOf(definitions);

const read = (id: string, text: string): Recorder =>
  readAll(logFormats.find(each => each.id === id)!, ascii(text), { year: 2024 });
const lines = (recorder: Recorder) => recorder.events.map(({ line, lines }) => [line, lines]);

const request = (path: string, rest = '" 200 235 "-" "curl/8"'): string =>
  `192.0.2.1 - - [20/May/2015:12:05:00 +0000] "GET ${path} HTTP/1.1${rest}\n`;

describe('a damaged record', () => {
  it('keeps the columns before the damage', () => {
    const cut = request('/b', '" 500 235 "-" "Mozilla/5.0 (compatible; +http://exam');
    const recorder = read('access-log', request('/a') + cut + request('/c'));
    expect(lines(recorder)).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    const [, damaged] = recorder.events;
    expect(damaged).toMatchObject({ level: 'error', fields: { path: '/b', status: 500, bytes: 235 } });
    expect(damaged?.message).toContain('+http://exam');
    expect(recorder.problems).toMatchObject([{ code: 'damaged-record', severity: 'warning', line: 2 }]);
  });

  it('may lack a quote, a column, or all that follows the time', () => {
    const stamp = '192.0.2.1 - - [20/May/2015:12:05:00 +0000]';
    const recorder = read(
      'access-log',
      `${request('/a') + request('/b', ' 500 235 "-"')}${stamp}\n192.0.2.1 - - [20/May/2015:12:\n${request('/c')}`,
    );
    expect(recorder.events.map(event => [timeOf(recorder, event), event.message])).toEqual([
      ['2015-05-20T12:05:00Z', 'GET /a HTTP/1.1'],
      ['2015-05-20T12:05:00Z', 'GET /b HTTP/1.1 500 235 "-"'],
      ['2015-05-20T12:05:00Z', ''],
      [null, '20/May/2015:12:'],
      ['2015-05-20T12:05:00Z', 'GET /c HTTP/1.1'],
    ]);
    expect(recorder.problemCounts()).toEqual({ 'damaged-record': 3 });
  });

  it('is found in a run of the scanner, too', () => {
    const good = request('/a').repeat(1000);
    const recorder = read('access-log', good + request('/b', '" 500 2').repeat(3) + good);
    expect(recorder.events).toHaveLength(2003);
    expect(recorder.events.filter(({ level }) => level === 'error')).toHaveLength(3);
  });

  it('keeps the level behind a changed prefix', () => {
    const recorder = read(
      'python',
      '2024-05-06 07:08:09,123 - app - INFO - ready\n2024-05-06 07:08:10,123 - app.db ERROR failed\n  more\n',
    );
    expect(recorder.events.map(({ level, message, lines }) => [level, message, lines])).toEqual([
      ['info', 'ready', 1],
      ['error', 'ERROR failed\n  more', 2],
    ]);
    expect(recorder.problemCounts()).toEqual({ 'damaged-record': 1 });
  });

  it('may end within its time', () => {
    const recorder = read('syslog', 'Jun  1 00:00:00 h p[1]: a\nJun  1 00:0\nJun  1 00:00:02 h p[1]: c\n');
    expect(recorder.events.map(({ ts, message }) => [ts, message])).toEqual([
      [0, 'a'],
      [null, 'Jun  1 00:0'],
      [2e9, 'c'],
    ]);
    expect(recorder.problemCounts()).toEqual({ 'damaged-record': 1 });
  });

  it('is no stack trace, statement or text with a number', () => {
    const text = 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: 12:30\n12\n{x}\n';
    const recorder = read('python', `2024-05-06 07:08:09,123 - app - ERROR - failed\n${text}`);
    expect(lines(recorder)).toEqual([[1, 6]]);
    expect(recorder.problems).toEqual([]);
  });
});

it('a line with a date is a record in a file of any format', () => {
  const recorder = read(
    'log4j',
    '2024-05-06 07:08:09,123 [main] INFO  a.B - x\n  more\n2024/05/06 07:08:10 ERROR: y\n2024-05-06 07:08:11,123 [main] INFO  a.B - z\n',
  );
  expect(recorder.events.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'x\n  more'],
    ['error', 'y'],
    ['info', 'z'],
  ]);
  expect(recorder.problemCounts()).toEqual({ 'other-format': 1 });
});

describe('in JSON lines', () => {
  const good = (at: number, message: string): string =>
    `{"ts":"2024-05-01T10:00:0${at}Z","level":"error","msg":"${message}"}\n`;

  it('a cut line keeps its time and level', () => {
    const recorder = read('json-lines', `${good(0, 'a')}${good(1, 'b').slice(0, 45)}\n${good(2, 'c')}`);
    expect(recorder.events.map(({ ts, level }) => [ts, level])).toEqual([
      [0, 'error'],
      [1e9, 'error'],
      [2e9, 'error'],
    ]);
    expect(recorder.problemCounts()).toEqual({ 'broken-record': 1 });
  });

  it('other output below a record does not break it', () => {
    const recorder = read(
      'json-lines',
      `${good(0, 'a')}panic: oops\n\tmain.go:3\n${good(1, 'b')}2024-05-01 10:00:02 WARN c\n`,
    );
    expect(recorder.events.map(({ ts, level, message }) => [ts, level, message])).toEqual([
      [0, 'error', 'a\npanic: oops\n\tmain.go:3'],
      [1e9, 'error', 'b'],
      [2e9, 'warning', 'c'],
    ]);
  });
});

describe('in tables', () => {
  it('a row with fewer values than names has its time only', () => {
    const recorder = read(
      'w3c',
      '#Fields: date time s-ip cs-uri-stem cs-uri-query sc-status\n2015-06-11 00:00:01 192.0.2.4 /a - 200\n2015-06-11 00:00:02 192.0.2.4 /b 500\n',
    );
    expect(recorder.events.map(({ ts, level, message }) => [ts, level, message])).toEqual([
      [0, 'info', '/a'],
      [1e9, null, '2015-06-11 00:00:02 192.0.2.4 /b 500'],
    ]);
    expect(recorder.problems[0]?.message).toMatch(/^A row has 5 values under 6 names/);
  });

  it('a row with more values than names and the rows above it has its time only', () => {
    const rows = (more: string) =>
      `#Fields: date time s-ip cs(User-Agent) sc-status\n2015-06-11 00:00:01 192.0.2.4 Agent/1 200${more}\n2015-06-11 00:00:02 192.0.2.4 Agent/1 (X11; Linux) 500${more}\n`;
    const recorder = read('w3c', rows(''));
    expect(recorder.events.map(({ ts, level }) => [ts, level])).toEqual([
      [0, 'info'],
      [1e9, null],
    ]);
    expect(recorder.problems[0]?.message).toMatch(
      /^A row has 7 values under 5 names: which of them have a blank/,
    );
    // The header names fewer columns than every row has.
    expect(read('w3c', `${rows(' 12 34').split('\n').slice(0, 2).join('\n')}\n`).events[0]).toMatchObject({
      level: 'info',
      fields: { 'column 6': 12 },
    });
  });

  it('a quote without its end does not swallow the rows below', () => {
    const recorder = read(
      'windows-event-powershell',
      '"Message","ProviderName","TimeCreated","LevelDisplayName"\n"a","p","5/6/2024 7:08:09 AM","Error"\n"b,"p","5/6/2024 7:08:10 AM","Error"\n"c","p","5/6/2024 7:08:11 AM","Error"\n"d","p","5/6/2024 7:08:12 AM","Error"\n',
    );
    expect(recorder.events.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    expect(recorder.events.filter(({ level }) => level === 'error').length).toBeGreaterThanOrEqual(3);
  });
});
