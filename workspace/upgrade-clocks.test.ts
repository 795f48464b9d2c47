import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { describe, expect, it } from 'vitest';
import type { CaptureClock, ClockFacts } from './clock-facts.ts';
import { noFacts } from './clock-facts.ts';
import { sqlColumns } from './schema.ts';
import { factsFrom } from './upgrade-clocks.ts';
import { Workspace } from './workspace.ts';

const ids = new Map([
  ['server.log', 2],
  ['a, b.log', 4],
]);
const server = { id: 2, name: null };
type Stood = Pick<CaptureClock, 'domain' | 'utcOffset' | 'zone'>;
const local: Stood = { domain: 'local', utcOffset: 0n, zone: 'UTC' };
const utc: Stood = { domain: 'utc', utcOffset: 0n, zone: null };
const boot: Stood = { domain: 'boot', utcOffset: 0n, zone: null };
const none: Stood = { domain: 'none', utcOffset: 0n, zone: null };

describe('clock sentences of older workspaces', () => {
  it.each<readonly [string, Stood, boolean, Partial<ClockFacts>]>([
    ['reference time in the header', boot, false, { source: 'reference-time' }],
    ['recorded with -k realtime', utc, false, { source: 'realtime' }],
    [
      'times of the rows, date of the banner',
      local,
      true,
      { source: 'row-times', dateFrom: 'banner', zoneFrom: 'assumed' },
    ],
    [
      'times of the rows, date of the banner, zone UTC by server.log, of the same machine',
      local,
      true,
      { source: 'row-times', dateFrom: 'banner', zoneFrom: 'same-machine', zoneBy: server },
    ],
    [
      'times of the rows, zone +05:30 by a, b.log, taken at the same time',
      local,
      true,
      { source: 'row-times', zoneFrom: 'same-time', zoneBy: { id: 4, name: null } },
    ],
    [
      'start guessed from gone.log: first connection of pgbench of 85 s',
      none,
      true,
      { source: 'run-seconds', startFrom: 'connection', startBy: { id: null, name: 'gone.log' } },
    ],
    [
      'seconds since boot, with the wall clock of server.log, which shows the same threads',
      boot,
      true,
      { source: 'boot-seconds', startFrom: 'threads', startBy: server },
    ],
    [
      "times of the lines, year from the file's date",
      local,
      true,
      { source: 'line-times', yearFrom: 'file-time', zoneFrom: 'assumed' },
    ],
    [
      'times of the lines, year set by hand, zone set by hand',
      local,
      false,
      { source: 'line-times', yearFrom: 'set', zoneFrom: 'set' },
    ],
    [
      'times of the lines, zone Europe/Vienna as set, year of other lines',
      local,
      true,
      { source: 'line-times', yearFrom: 'other-lines', zoneFrom: 'set' },
    ],
    [
      'times of the rows, zone PDT of the title',
      { ...local, zone: '-07:00' },
      true,
      { source: 'row-times', zoneFrom: 'abbreviation' },
    ],
    [
      'times of the rows; date from when the file was written',
      local,
      true,
      { source: 'row-times', dateFrom: 'file-time', zoneFrom: 'assumed' },
    ],
    ['times of the rows, month before day assumed', utc, true, { source: 'row-times', orderAssumed: true }],
    ['shifted by hand', local, false, { source: 'row-times', zoneFrom: 'stated', startFrom: 'set' }],
    ['start and interval set by hand', none, false, { source: 'row-numbers', startFrom: 'interval-set' }],
    ['something nobody wrote', boot, false, { source: 'boot-seconds' }],
  ])('%s', (sentence, stood, isGuess, facts) => {
    expect(factsFrom(sentence, stood, isGuess, ids)).toEqual({ ...noFacts, ...facts });
  });
});

it('are converted once, when the workspace is opened', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'aftertrace-upgrade-')), 'clocks.aftertrace');
  await (await Workspace.open(path)).close();
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  const run = (sql: string) => duckdb.query(connection, sql);
  await run("UPDATE workspace SET value = '4'");
  const added =
    /^(?:date_from|year_from|order_assumed|zone_from|zone_by.*|start_.*|shifted_ns|clock_precision_ns)$/;
  for (const { name } of sqlColumns('capture'))
    if (added.test(name)) await run(`ALTER TABLE capture DROP ${name}`);
  const insert = (id: number, name: string, source: string, error: number) =>
    run(`INSERT INTO capture (id, name, path, facts, "rows", clock_domain, zero_ns, utc_offset_ns, zone, clock_source,
           clock_guess, clock_error_ns, bytes, format_version, imported_ns)
         VALUES (${id}, '${name}', '', '{}', '{}', 'local', 5, 0, 'UTC', '${source}', true, ${error}, 0, 1, 0)`);
  await insert(
    1,
    'mpstat.txt',
    'times of the rows, zone UTC by server.log, of the same machine',
    1_000_000_000,
  );
  await insert(2, 'server.log', 'times of the lines', 1_000_000_000);
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);

  const upgraded = await Workspace.open(path);
  expect(await upgraded.captures()).toMatchObject([
    {
      clock: { zero: 5n, facts: { zoneFrom: 'same-machine', zoneBy: server, shifted: 0n, precision: 1e9 } },
      clockGuess: true,
      clockError: 1e9,
    },
    { clock: { facts: { source: 'line-times', zoneFrom: 'assumed' } }, clockGuess: true, clockError: null },
  ]);
  await upgraded.close();
});
