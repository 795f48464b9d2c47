import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { incident, missing } from '../../fixtures/shared.ts';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { captureNames, clockSentence } from '../clocks/clock-words.ts';
import { Workspace } from '../workspace.ts';

const folder = temporaryFolder();

function write(path: string, lines: readonly string[]): string {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
  return join(folder, path);
}

const run = (seconds: number): string[] =>
  Array.from(
    { length: seconds },
    (_, i) => `progress: ${i + 1}.0 s, 10.0 tps, lat 1.0 ms stddev 0.5, 0 failed`,
  );
const logLine = (time: string, pid: number, text: string): string =>
  `2026-11-21 ${time} UTC [${pid}] postgres@bench LOG:  ${text}`;
const connect = (time: string, pid: number, program = 'pgbench'): string =>
  logLine(time, pid, `connection authorized: user=postgres database=bench application_name=${program}`);
const leave = (time: string, pid: number): string =>
  logLine(time, pid, 'disconnection: session time: 0:00:01.000 user=postgres database=bench host=[local]');

/** Log with the session of `pgbench -i` and a session of another program before the five-second benchmark session. */
const log = [
  connect('04:21:00.100', 10),
  leave('04:21:03.100', 10),
  connect('04:21:04.000', 11, 'pgbench_other'),
  connect('04:21:04.500', 12),
  leave('04:21:04.600', 12),
  connect('04:21:05.250', 13),
  leave('04:21:10.260', 13),
  leave('04:21:11.000', 11),
  connect('04:22:00.000', 14),
  leave('04:22:05.010', 14),
];

async function imported(...imports: readonly (readonly string[])[]) {
  const workspace = await Workspace.open(null, { threads: 2 });
  for (const paths of imports) await workspace.import({ paths, workers: 0 });
  const captures = await workspace.captures();
  await workspace.close();
  return captures;
}

const clockOf = (captures: Awaited<ReturnType<typeof imported>>, name: string) => {
  const capture = captures.find(each => each.name === name)!;
  const { zero, utcOffset } = capture.clock;
  const start = utcOffset === null ? null : zero + utcOffset;
  const iso = start === null ? null : new Date(Number(start / 1_000_000n)).toISOString();
  return {
    start: iso,
    guess: capture.clockGuess,
    source: clockSentence(capture.clock, captureNames(captures)),
  };
};

describe('alignment by a log', () => {
  it('aligns a pgbench run to the start of the session of equal length, in either import order', async () => {
    const [bench, server] = [write('a/pgbench.txt', run(5)), write('a/postgresql.log', log)];
    const expected = {
      start: '2026-11-21T04:21:05.250Z',
      guess: true,
      source:
        'seconds since the run began, start guessed from postgresql.log: a connection as long as this capture',
    };
    expect(clockOf(await imported([bench, server]), 'pgbench.txt')).toEqual(expected);
    expect(clockOf(await imported([bench], [server]), 'pgbench.txt')).toEqual(expected);
    expect(clockOf(await imported([server], [bench]), 'pgbench.txt')).toEqual(expected);
  });

  it('takes the first connection if the log records no disconnections', async () => {
    const bench = write('b/pgbench.txt', run(5));
    const server = write('b/postgresql.log', [connect('05:00:00.000', 10), connect('05:01:00.000', 11)]);
    expect(clockOf(await imported([bench, server]), 'pgbench.txt').start).toBe('2026-11-21T05:00:00.000Z');
  });

  it('prefers a log in the same folder', async () => {
    const bench = write('c/pgbench.txt', run(5));
    const beside = write('c/server.log', [connect('09:00:00.000', 10), leave('09:00:04.900', 10)]);
    const other = write('d/other.log', log);
    const captures = await imported([other, bench, beside]);
    expect(clockOf(captures, 'pgbench.txt').start).toBe('2026-11-21T09:00:00.000Z');
  });

  it('stays unaligned, with a note, if no log has a pgbench session', async () => {
    const bench = write('e/pgbench.txt', run(5));
    const server = write('e/postgresql.log', [connect('05:00:00.000', 10, 'psql')]);
    expect(clockOf(await imported([bench, server]), 'pgbench.txt')).toEqual({
      start: null,
      guess: false,
      source: 'seconds since the run began, start unknown',
    });
  });

  it('does not move a run that was aligned by hand', async () => {
    const workspace = await Workspace.open(null, { threads: 2 });
    const bench = write('f/pgbench.txt', run(5));
    await workspace.import({ paths: [bench], workers: 0, start: 1_000_000_000n });
    await workspace.import({ paths: [write('f/postgresql.log', log)], workers: 0 });
    const [capture] = await workspace.captures();
    expect(capture).toMatchObject({ clock: { utcOffset: 1_000_000_000n }, clockGuess: false });
    await workspace.close();
  });

  const folders = ['cpu-hog', 'disk-stall'].map(name => incident(name));
  it.skipIf(folders.some(missing))(
    'aligns the runs of both incidents to the times at which their scripts began them',
    async () => {
      const paths = folders.flatMap(path => [join(path, 'pgbench.txt'), join(path, 'postgresql.log')]);
      const captures = await imported(paths);
      const starts = captures
        .filter(({ format }) => format === 'pgbench')
        .map(({ clock }) => clock.utcOffset);
      const began = folders.map(path => {
        const [time] = readFileSync(join(path, 'start.txt'), 'utf8').split('\n');
        return BigInt(Date.parse(time!)) * 1_000_000n;
      });
      starts.forEach((start, index) => {
        expect(Math.abs(Number(start! - began[index]!))).toBeLessThan(1e9);
      });
    },
  );
});
