import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { countLines } from '../kit/lines.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { timeOf } from './samples.ts';

const logFormats = logFormatsOf(definitions);

const format = (id: string) => logFormats.find(each => each.id === id)!;
const syslog = format('syslog');
const times = (recorder: Recorder) => recorder.events.map(event => timeOf(recorder, event));
const messages = (recorder: Recorder) => recorder.events.map(({ message }) => message);
const line = (time: string, text = 'x') => `${time} host prog[1]: ${text}\n`;
const modified = (iso: string) => BigInt(Date.parse(iso)) * 1_000_000n;

describe('years', () => {
  const log = ascii(
    line('Dec 30 23:00:00') + line('Dec 31 23:59:59') + line('Jan  1 00:00:01') + line('Dec 31 23:59:58'),
  );

  it('come from the date of the file, over New Year, and are a guess', () => {
    const recorder = readAll(syslog, log, { modified: modified('2024-01-02T00:00:00Z') });
    expect(times(recorder)).toEqual([
      '2023-12-30T23:00:00',
      '2023-12-31T23:59:59',
      '2024-01-01T00:00:01',
      '2023-12-31T23:59:58',
    ]);
    expect(recorder.lastClock).toMatchObject({ domain: 'local', yearFrom: 'file-time' });
    expect(recorder.problemCounts()).toEqual({ 'year-missing': 1 });
  });

  it('come from the user', () => {
    const recorder = readAll(syslog, log, { year: 2010, modified: modified('2024-01-02T00:00:00Z') });
    expect(times(recorder)[2]).toBe('2011-01-01T00:00:01');
    expect(recorder.problems).toEqual([]);
  });

  it('come from the name of the file', () => {
    expect(times(readAll(syslog, log, { name: 'messages-20190225' }))[0]).toBe('2019-12-30T23:00:00');
  });

  it('come from other lines', () => {
    const mixed = ascii(`${line('Feb 28 23:59:59')}${'Mar 1 2020 00:00:01 host prog[1]: y\n'}`);
    expect(times(readAll(syslog, mixed, { modified: modified('2024-01-02T00:00:00Z') }))).toEqual([
      '2020-02-28T23:59:59',
      '2020-03-01T00:00:01',
    ]);
  });

  it('do not move 1 March when the file was written long after its last line', () => {
    const recorder = readAll(syslog, ascii(line('Oct 11 22:14:15') + line('Mar  7 04:02:16')), {
      modified: modified('2023-11-14T00:00:00Z'),
    });
    expect(times(recorder)).toEqual(['2022-10-11T22:14:15', '2023-03-07T04:02:16']);
  });
});

describe('zones', () => {
  const summer = ascii(
    line('Oct 29 02:30:00') + line('Oct 29 02:59:00') + line('Oct 29 02:10:00') + line('Oct 29 03:00:00'),
  );

  it('turn wall clocks into instants, including the hour that occurs twice', () => {
    const recorder = readAll(syslog, summer, { year: 2023, zone: 'Europe/Vienna' });
    expect(recorder.lastClock).toMatchObject({ domain: 'local', zone: 'Europe/Vienna', zoneFrom: 'set' });
    expect(recorder.events.map(({ ts }) => ts! / 60e9)).toEqual([0, 29, 40, 90]);
  });

  it('that lines state are exact, and out-of-order lines keep their times', () => {
    const iso = format('syslog-iso');
    const log = ascii(
      '2024-01-01T00:00:00+01:00 h p[1]: a\n2024-01-01T00:00:00Z h p[1]: b\n2023-12-31T23:30:00Z h p[1]: c\n',
    );
    const recorder = readAll(iso, log);
    expect(times(recorder)).toEqual(['2023-12-31T23:00:00Z', '2024-01-01T00:00:00Z', '2023-12-31T23:30:00Z']);
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', zoneFrom: 'stated' });
  });
});

describe('times without a date', () => {
  it('continue over midnight from the day of the file', () => {
    const log = ascii(
      '23:59:59.5 [main] INFO a.B - x\n00:00:01 [main] INFO a.B - y\n23:59:58 [main] INFO a.B - z\n',
    );
    const recorder = readAll(format('log4j'), log, { modified: modified('2024-05-06T12:00:00Z') });
    expect(times(recorder)).toEqual(['2024-05-06T23:59:59.5', '2024-05-07T00:00:01', '2024-05-06T23:59:58']);
    expect(recorder.problemCounts()).toEqual({ 'date-missing': 1 });
  });
});

describe('records', () => {
  it('include the lines below them, also with blank ones in between', () => {
    const recorder = readAll(
      syslog,
      ascii(`${line('Jun  1 00:00:00', 'a')}  b\n\n  c\n\n${line('Jun  1 00:00:01', 'd')}\n`),
    );
    expect(messages(recorder)).toEqual(['a\n  b\n\n  c', 'd']);
    expect(recorder.events.map(({ line, lines }) => [line, lines])).toEqual([
      [1, 4],
      [6, 1],
    ]);
    expect(recorder.counts).toEqual({ used: 5, blank: 2, skipped: 0 });
  });

  it('are preceded by events without a time', () => {
    const recorder = readAll(syslog, ascii(`hello\n${line('Jun  1 00:00:00')}`));
    expect(recorder.events.map(({ ts, message }) => [ts, message])).toEqual([
      [null, 'hello'],
      [0, 'x'],
    ]);
    expect(recorder.problemCounts()).toMatchObject({ 'line-without-time': 1 });
  });

  it('of another format are read in that format', () => {
    const log = `${line('Jun  1 00:00:00')}{"time":"2023-06-01T00:00:01Z","level":"error","msg":"j"}\n10.0.0.1 - - [01/Jun/2023:00:00:02 +0000] "GET / HTTP/1.1" 200 5 "-" "-"\n`;
    const recorder = readAll(syslog, ascii(log), { year: 2023 });
    expect(recorder.events.map(({ level, message }) => [level, message])).toEqual([
      [null, 'x'],
      ['error', 'j'],
      ['info', 'GET / HTTP/1.1'],
    ]);
    expect(times(recorder)).toEqual(['2023-06-01T00:00:00', '2023-06-01T00:00:01', '2023-06-01T00:00:02']);
    expect(recorder.problems.filter(({ code }) => code === 'other-format')).toHaveLength(2);
  });

  it('may contain lines with only a time', () => {
    const recorder = readAll(
      format('log4j'),
      ascii('2024-01-12 13:14:15,000 INFO  [main] a.B: state\n2024-01-12T13:14:16.5Z\nORA-00600\n'),
    );
    expect(messages(recorder)).toEqual(['state\n2024-01-12T13:14:16.5Z\nORA-00600']);
  });

  it('that are broken JSON stay as text', () => {
    const recorder = readAll(
      format('json-lines'),
      ascii('{"time":"2023-06-01T00:00:01Z","msg":"a"}\n{"time":"2023-06-01T00:00:02Z","ms\n'),
    );
    expect(messages(recorder)).toEqual(['a', '{"time":"2023-06-01T00:00:02Z","ms']);
    expect(recorder.problemCounts()).toEqual({ 'broken-record': 1 });
  });
});

describe('bad input', () => {
  it('without its colours and NULs is read', () => {
    const log = `\x1b[32mJun  1 00:00:00\x1b[0m host \x1b]8;;http://x\x07prog\x1b[1m[1]\x1b[0m: \x1b[31mred\x1b[0m te\0xt\n\0\0\0\n`;
    const recorder = readAll(syslog, ascii(log));
    expect(messages(recorder)).toEqual(['red text']);
    expect(recorder.events[0]).toMatchObject({ component: 'prog', thread: { pid: 1 } });
    expect(recorder.counts).toEqual({ used: 1, blank: 1, skipped: 0 });
  });

  it('that is not UTF-8 is reported', () => {
    const bytes = ascii(`${line('Jun  1 00:00:00', 'a?b')}${line('Jun  1 00:00:01', 'é')}`);
    bytes[bytes.indexOf(0x3f)] = 0xff;
    const recorder = readAll(syslog, bytes);
    expect(messages(recorder)).toEqual(['a\ufffdb', 'é']);
    expect(recorder.problemCounts()).toMatchObject({ 'invalid-utf8': 1 });
  });

  it('in lines of 100 MB is truncated, in bounded memory', () => {
    const chunk = new Uint8Array(1 << 20).fill(0x78);
    const parts = [
      ascii('Jun  1 00:00:00 host prog[1]: '),
      ...Array<Uint8Array>(100).fill(chunk),
      ascii(`\n${line('Jun  1 00:00:01', 'after')}`),
    ];
    const read: (string | null)[] = [];
    const offsets: number[] = [];
    const recorder = readAll(
      {
        ...syslog,
        open: (out, options) => {
          const reader = syslog.open(out, options);
          return {
            push: first => {
              reader.push(first);
              for (const part of parts.slice(1)) reader.push(part);
            },
            end: () => reader.end(),
          };
        },
      },
      parts[0]!,
    );
    for (const { message, offset } of recorder.events) {
      read.push(message!.slice(0, 5));
      offsets.push(offset);
    }
    expect(read).toEqual(['xxxxx', 'after']);
    expect(recorder.events[0]!.message!.length).toBe(1 << 20);
    expect(offsets).toEqual([0, parts[0]!.length + (100 << 20) + 1]);
    expect(recorder.problemCounts()).toMatchObject({ 'line-too-long': 1, 'message-cut': 1 });
    expect(recorder.counts.used).toBe(2);
  });

  it('hostile to patterns takes time proportional to its length', () => {
    const hostile = `${'['.repeat(20_000)}${'a: '.repeat(20_000)}\n`.repeat(5);
    for (const of of logFormats) {
      const recorder = readAll(of, ascii(hostile));
      expect(recorder.counts.used + recorder.counts.blank, of.id).toBe(countLines(ascii(hostile)));
    }
  }, 60_000);

  it('that is empty gives no rows', () => {
    const recorder = readAll(syslog, new Uint8Array(0));
    expect([recorder.events, recorder.problems, recorder.clocks]).toEqual([[], [], []]);
  });
});

describe('wrapped lines', () => {
  it('is read in its own format, under the time of the wrapper', () => {
    const log =
      '2024-01-01T00:00:01Z stdout F 2019-01-01 00:00:00,5 - app - ERROR - it broke\n2024-01-01T00:00:02Z stdout F plain\n';
    const recorder = readAll(format('cri'), ascii(log));
    expect(recorder.events.map(({ level, component, message }) => [level, component, message])).toEqual([
      ['error', 'app', 'it broke'],
      [null, null, 'plain'],
    ]);
    expect(times(recorder)).toEqual(['2024-01-01T00:00:01Z', '2024-01-01T00:00:02Z']);
  });
});

describe('binary lines', () => {
  it('are skipped and reported, and do not become part of the record before', () => {
    const garbage = 'app.log\0\0\0\x000644\0\u0001\u0002ustar  \0root\n';
    const recorder = readAll(
      syslog,
      ascii(`${line('Dec 30 23:00:00', 'a')}\tat x\n${garbage}${line('Dec 30 23:00:01', 'b')}`),
    );
    expect(messages(recorder)).toEqual(['a\n\tat x', 'b']);
    expect(recorder.counts).toMatchObject({ used: 3, skipped: 1 });
    expect(recorder.problemCounts()).toMatchObject({ 'binary-line': 1 });
  });

  it('are recognised by their own bytes, whatever else the chunk contains', () => {
    const bytes = new TextEncoder().encode('ü\n\u000f\n');
    const whole = readAll(format('dmesg'), bytes);
    for (let cut = 1; cut < bytes.length; cut++)
      expect(readAll(format('dmesg'), bytes, {}, [cut]).counts).toEqual(whole.counts);
  });

  it('may continue for thousands of lines', () => {
    const log = (lines: number) => `${line('Dec 30 23:00:00', 'a')}${'what is this\n'.repeat(lines)}`;
    expect(readAll(syslog, ascii(log(500))).problemCounts()).toEqual({ 'year-missing': 1 });
    expect(readAll(syslog, ascii(log(5000))).problemCounts()).toEqual({
      'year-missing': 1,
      'long-record': 1,
    });
  });
});
