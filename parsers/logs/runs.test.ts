/** The scanner, in runs, must give the same as the reader line by line, which is given chunks too small for a run. */
import { describe, expect, it, vi } from 'vitest';
import type { Format } from '../contract.ts';
import { differenceOf } from '../kit/differences.testing.ts';
import { Recorder, readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';

const logFormats = logFormatsOf(definitions);

const lineByLine = 1000;

/** More bytes than a run needs ahead. */
const runBytes = 20_000;

function rowsInRuns(format: Format, bytes: Uint8Array): number {
  const given = vi.spyOn(Recorder.prototype, 'eventColumns');
  readAll(format, bytes);
  const rows = given.mock.calls.reduce((sum, [run]) => sum + run.rows, 0);
  given.mockRestore();
  return rows;
}

function bothWays(format: Format, bytes: Uint8Array) {
  const given = vi.spyOn(Recorder.prototype, 'eventColumns');
  const runs = readAll(format, bytes);
  const rows = given.mock.calls.reduce((sum, [run]) => sum + run.rows, 0);
  given.mockClear();
  const alone = readAll(format, bytes, {}, lineByLine);
  expect(given).not.toHaveBeenCalled();
  given.mockRestore();
  return { rows, inRuns: runs, alone };
}

function expectAlike(inRuns: Recorder, alone: Recorder): void {
  expect(differenceOf(inRuns, alone)).toBeNull();
  expect(inRuns.words).toBe(alone.words);
}

/** Marsaglia's xorshift32. */
function random(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const access = logFormats.find(({ id }) => id === 'access-log') as Format;

/**
 * Requests whose method, path and protocol are words of the message; in the other `oddRequests` they are not.
 */
const wordyRequests = ['GET /x', 'GET - HTTP/1.1', 'GET - -', 'GET /a\tb HTTP/1.1'];
const oddRequests = [
  ...wordyRequests,
  'GET  /x HTTP/1.1',
  'GET /x  HTTP/1.1',
  'GET\t/x HTTP/1.1',
  'GET /x\tHTTP/1.1 x',
  'GET /x\t',
  'GET /x HTTP/1.1\t',
  'GET \t',
  'GET \t HTTP/1.1',
  '- - -',
  ' GET /x',
  'GET /x ',
  'GET',
  'GET \\"x',
  '',
];

function accessLine(below: (limit: number) => number, index: number): string {
  const client = below(4) === 0 ? 'proxy' : `10.${below(256)}.${below(256)}.${below(256)}`;
  const user = below(5) === 0 ? 'ann' : '-';
  const second = String(Math.floor(index / 3) % 60).padStart(2, '0');
  const time = `10/Oct/2023:13:${String(Math.floor(index / 180) % 60).padStart(2, '0')}:${second} +0200`;
  const path = below(3) === 0 ? `/item/${below(1e6)}?q=${below(9)}` : '/index.html';
  const request =
    below(10) === 0 ? oddRequests[below(oddRequests.length)]! : `GET ${path} HTTP/1.${below(2)}`;
  const bytes = below(6) === 0 ? '-' : below(40) === 0 ? '12345678901234567890' : String(below(1e5));
  const rest =
    below(4) === 0 ? '' : ` "${below(2) === 0 ? '-' : 'https://a.example/'}" "agent/${below(5)} (x; y)"`;
  return `${client} - ${user} [${time}] "${request}" ${below(2) === 0 ? 200 : 404} ${bytes}${rest}`;
}

/** Lines other than records that a log may hold. */
const oddLines = [
  '',
  '   ',
  '\tat com.example.Main(Main.java:1)',
  'no record',
  'caf\u00e9 - -',
  'a\0b',
  '\u001b[31mred\u001b[0m',
];

/** Formats whose lines the scanner reads. */
const scanned = [
  'access-log',
  'apache-error',
  'build-steps',
  'ceph',
  'dmesg',
  'glog',
  'hdfs',
  'healthapp',
  'hpc',
  'journal-monotonic',
  'log4j',
  'logcat',
  'mysql-error',
  'mysql-general',
  'nginx-error',
  'postgresql',
  'python',
  'redis',
  'spark',
  'syslog-iso',
  'syslog',
  'thunderbird',
  'uwsgi',
  'vmware',
  'waagent',
  'windows-cbs',
  'dpkg',
  'erlang',
  'bind',
  'node',
  'ruby',
  'rust',
  'serilog',
  'sqlserver',
  'squid',
  'go-services',
  'cisco',
  'load-balancer',
  'envoy',
  'dovecot',
];

describe('runs', () => {
  // The first is longer than two of the pieces that the scanner is given.
  it.each([
    [1, 6000],
    [2, 2000],
    [3, 2000],
  ])('of an access log with some unusual lines are read as by the reader (%i)', (seed, length) => {
    const below = random(seed * 0x9e3779b1);
    const lines = Array.from({ length }, (_, index) =>
      below(300) === 0 ? oddLines[below(oddLines.length)]! : accessLine(below, index),
    );
    const text = lines.join(seed === 2 ? '\r\n' : '\n');
    const { rows, inRuns, alone } = bothWays(access, new TextEncoder().encode(text));
    expectAlike(inRuns, alone);
    expect(rows).toBeGreaterThan(length / 2);
  });

  it('of lines with unusual bytes are read as by the reader', () => {
    const below = random(77);
    const lines = Array.from({ length: 3000 }, (_, index) =>
      below(2) === 0 ? oddLines[below(oddLines.length)]! : accessLine(below, index),
    );
    const { inRuns, alone } = bothWays(access, new TextEncoder().encode(lines.join('\n')));
    expectAlike(inRuns, alone);
  });

  const formatOf = (id: string) => logFormats.find(format => format.id === id)!;
  /** Each sample of a format many times; more of the first follow, because runs leave the end of a file. */
  const samplesOf = (id: string, each: (text: string) => string) => {
    const { samples } = definitions.find(definition => definition.id === id)!;
    const first = `${samples[0]!.text}\n`;
    const texts = samples.map(({ text }) => each(text));
    return new TextEncoder().encode([...texts, first.repeat(runBytes / first.length)].join(''));
  };

  const repeated = (times: number) => (text: string) => `${text}\n`.repeat(times);

  it.each(scanned)('of samples of %s are read alike', id => {
    const { rows, inRuns, alone } = bothWays(formatOf(id), samplesOf(id, repeated(60)));
    expectAlike(inRuns, alone);
    expect(rows).toBeGreaterThan(0);
  });

  it('are of no other format', () => {
    const others = definitions.filter(({ id, patterns }) => patterns && !scanned.includes(id));
    const found = others.filter(({ id }) => rowsInRuns(formatOf(id), samplesOf(id, repeated(20))) > 0);
    expect(found.map(({ id }) => id)).toEqual([]);
  });

  it.each(scanned)('of samples of %s with a carriage return inside are read alike', id => {
    const below = random(7);
    const odd = (text: string) => {
      const at = below(text.length);
      return `${text.slice(0, at)}\r${text.slice(at)}\n`;
    };
    const bytes = samplesOf(id, text => Array.from({ length: 15 }, () => `${odd(text)}${text}\n`).join(''));
    const { inRuns, alone } = bothWays(formatOf(id), bytes);
    expectAlike(inRuns, alone);
  });

  it.each([2, 3, 40])('with one line in %i that is not UTF-8 are read as by the reader', every => {
    const below = random(every);
    const text = Array.from({ length: 2000 }, (_, i) =>
      accessLine(below, i).replace('GET', i % every ? 'GET' : 'G?T'),
    );
    const bytes = new TextEncoder().encode(text.join('\n')).map(byte => (byte === 0x3f ? 0xff : byte));
    const { inRuns, alone } = bothWays(access, bytes);
    expectAlike(inRuns, alone);
    expect(alone.problems.filter(({ code }) => code === 'invalid-utf8').length).toBeGreaterThan(
      2000 / every - 1,
    );
  });

  it.each([2, 3, 40])('with NUL in one line of %i are read as by the reader', every => {
    const below = random(every);
    const text = Array.from({ length: 2000 }, (_, i) => {
      const line = accessLine(below, i);
      return i % every ? line : line.replace(/[GT]/, '\0\0').replace(/" \d+ .*/, '$&\0');
    });
    const { inRuns, alone } = bothWays(access, new TextEncoder().encode(text.join('\n')));
    expectAlike(inRuns, alone);
  });

  it('with ids that cannot be thread ids are read as by the reader', () => {
    const errors = logFormats.find(({ id }) => id === 'apache-error') as Format;
    const line = (pid: number) =>
      `[Wed Oct 11 14:32:52.1 2000] [core:error] [pid ${pid}:tid 4328636416] it\n`;
    const bytes = new TextEncoder().encode((line(4294967296) + line(7)).repeat(300));
    const { rows, inRuns, alone } = bothWays(errors, bytes);
    expect(rows).toBeGreaterThan(300);
    expectAlike(inRuns, alone);
    expect(alone.events[0]!.thread).toBeNull();
  });

  it.each(['\n', '\r\n', '  \n'])(
    'of unusual requests are read as by the reader, with %j after each',
    end => {
      const lines = oddRequests.map(request => {
        const line = `10.0.0.1 - - [10/Oct/2023:13:00:00 +0200] "${request}" 200 5 "-" "x"`;
        return `${line}${end}`.repeat(200);
      });
      const { rows, inRuns, alone } = bothWays(access, new TextEncoder().encode(lines.join('')));
      expectAlike(inRuns, alone);
      expect(rows).toBeGreaterThan(150 * oddRequests.length);
    },
  );

  it('of squid, and of requests over several lines, are read as by the reader', () => {
    const squid = logFormats.find(({ id }) => id === 'squid') as Format;
    const lines = Array.from({ length: 1000 }, (_, index) =>
      [
        // The second line has two blanks in its request.
        '1157689312.049   5006 10.105.21.199 TCP_MISS/200 19763 CONNECT login.yahoo.com:443 badeyek DIRECT/209.73.177.115 -',
        '1157689320.327   2864 10.105.21.199 TCP_MISS/200 10182 GET  http://www.goonernews.com/ badeyek DIRECT/207.58.145.61 text/html',
        ...(index % 100 === 0 ? ['\tand more'] : []),
      ].join('\n'),
    );
    const { rows, inRuns, alone } = bothWays(squid, new TextEncoder().encode(lines.join('\n')));
    expectAlike(inRuns, alone);
    expect(rows).toBeGreaterThan(1000);
    expect(inRuns.words).toBe(2 * 1000);
  });

  it('of patterns with the same beginning are read as by the reader', () => {
    const stamp = '{time:yyyy-MM-dd HH:mm:ss}';
    const [format] = logFormatsOf([
      {
        id: 'alike',
        title: 'alike',
        patterns: [
          `{a:word} - - ${stamp} {b:word} {c:int} one`,
          `{a:word} - - ${stamp} {b:word} {c:int}`,
          `{a:word} - {d:word} {e:[a-z]} {f:int} two`,
          `{a:word} - {d:word} {e:[a-z]} {f:int} {g:int} three`,
          `{a:word} - {d:word} {e:[a-z]}( {level})? ${stamp}`,
          `{a:word} - {d:word}( {level})? ${stamp} {message<}{h:word} {i:word}{message>}`,
          `{a:word} - {d:word}( {level})? ${stamp} {message<}{h:word} {i:word} {j:word}{message>}`,
          `{a:word} {message}`,
        ],
        plainMessages: true,
        samples: [],
      },
    ]);
    const below = random(5);
    const words = ['-', '-', '- ', ' ', 'x', '7', '12', 'one', 'two', 'three', 'info', '2023-10-10 10:00:00'];
    const text = Array.from({ length: 6000 }, () => {
      const line = [
        'a',
        '-',
        below(2) ? '-' : 'ann',
        ...Array.from({ length: below(6) }, () => words[below(words.length)]!),
      ];
      return `${line.join(below(9) === 0 ? '\t' : ' ')}\n`;
    }).join('');
    const { rows, inRuns, alone } = bothWays(format!, new TextEncoder().encode(text));
    expectAlike(inRuns, alone);
    expect(rows).toBeGreaterThan(3000);
    const fields = new Set(alone.events.map(event => Object.keys(event.fields).join()));
    // The first two patterns have the same fields.
    expect(fields.size).toBe(7);
  });

  it('use the patterns that fit, if a format has too many', () => {
    const patterns = Array.from(
      { length: 60 },
      (_, i) => `{time:yyyy-MM-dd HH:mm:ss} kind${i} {a:[^0-9x${i}]} {b:[a-z${i}]} {message}`,
    );
    const [format] = logFormatsOf([
      { id: 'many', title: 'many', patterns, plainMessages: true, samples: [] },
    ]);
    const text = Array.from(
      { length: 2000 },
      (_, i) => `2023-10-10 10:00:00 kind${i % 60} a b message ${i}\n`,
    ).join('');
    const { inRuns, alone } = bothWays(format!, new TextEncoder().encode(text));
    expectAlike(inRuns, alone);
  });
});

describe('words of messages', () => {
  const read = (request: string) => {
    const line = `10.0.0.1 - - [10/Oct/2023:13:00:00 +0200] "${request}" 200 5 "-" "agent"\n`;
    const given = vi.spyOn(Recorder.prototype, 'eventColumns');
    const recorder = readAll(access, new TextEncoder().encode(line.repeat(400)));
    // The recorder throws if values are left over.
    const values = given.mock.calls.map(([run]) => run.values.length / run.rows);
    given.mockRestore();
    return { recorder, values };
  };

  it('are not passed as values', () => {
    const { recorder, values } = read('GET /x HTTP/1.1');
    expect(recorder.words).toBe(3 * 400);
    const others = read('GET  /x HTTP/1.1');
    expect(others.recorder.words).toBe(0);
    expect(values.length).toBeGreaterThan(0);
    expect(values).toEqual(others.values.map(texts => texts - 3));
  });

  it.each(wordyRequests)('have method, path and protocol of "%s"', request => {
    const { recorder } = read(request);
    const [method, path, protocol] = request.split(' ').map(word => (word === '-' ? null : word));
    expect(recorder.words).toBe(3 * 400);
    for (const { fields } of recorder.events)
      expect(fields).toMatchObject({ method, path, protocol: protocol ?? null });
  });
});

it('each record of a time out of range is reported, also if they have the same time', () => {
  const glog = logFormats.find(({ id }) => id === 'glog') as Format;
  const line = 'E0517 15:04:22.619632 1952 logging.cc:253] Log every 3, iteration 19\n';
  const bytes = new TextEncoder().encode(line.repeat(400));
  const [inRuns, alone] = [
    readAll(glog, bytes, { year: 2999 }),
    readAll(glog, bytes, { year: 2999 }, lineByLine),
  ];
  expectAlike(inRuns, alone);
  const reported = inRuns.problems.filter(({ code }) => code === 'time-out-of-range');
  expect(new Set(reported.map(({ line }) => line)).size).toBe(400);
});
