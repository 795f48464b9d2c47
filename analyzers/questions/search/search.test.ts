import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, noteData, noteTexts, rowsOf } from '../../../fixtures/samples.ts';
import { temporaryFolder } from '../../../fixtures/temporary.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { Answer } from '../../contract.ts';
import { events } from '../events/events.ts';
import { functions } from '../functions/functions.ts';
import { searchFacets } from '../search-facets/search-facets.ts';
import { searchHistogram } from '../search-histogram/search-histogram.ts';
import { search } from './search.ts';

const folder = temporaryFolder();
let workspace: Workspace;

const files = {
  'a.log': [
    '2024-05-01 10:00:00,000 INFO  [main] com.acme.Web: Request 1 took 12 ms',
    '2024-05-01 10:00:01,000 ERROR [main] com.acme.Disk: read of C:\\x failed',
    '2024-05-01 10:01:03,000 INFO  [main] com.acme.Web: request 2 took 7 ms',
  ],
  'b.log': [
    '2024-05-01 10:00:02,000 WARN  [main] com.acme.Web: Slow request 9',
    '2024-05-01 10:02:04,000 INFO  [main] com.acme.Web: request 3 took 1.5 s',
  ],
  'access.log': [
    '10.0.0.1 - - [01/May/2024:10:00:00 +0000] "GET /a HTTP/1.1" 200 512',
    '10.0.0.2 - - [01/May/2024:10:00:01 +0000] "GET /b HTTP/1.1" 503 99',
    '10.0.0.1 - - [01/May/2024:10:00:02 +0000] "POST /c HTTP/1.1" 500 7',
  ],
};

beforeAll(async () => {
  const paths = Object.entries(files).map(([name, lines]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  });
  workspace = await imported(paths);
});
afterAll(async () => {
  await workspace.close();
});

const ask = (params: object): Promise<Answer> => answerOf(workspace, search, params);
const found = async (query: string, more: object = {}) =>
  rowsOf(await ask({ query, ...more }), 'capture', 'line')
    .map(([capture, line]) => `${capture}:${line}`)
    .join(' ');
/** Captures by name, since their numbers follow the order of import. */
const among = async (query: string) => (await ask({ query })).rows;

it('compares texts that state a number, also in hex, as numbers', async () => {
  const lines = ['0x19f0a', '0x1f', '90000', '200000', 'many', ''].map((size, i) =>
    JSON.stringify({ time: `2026-01-02T03:04:0${i}Z`, level: 'info', msg: 'allocated', size }),
  );
  lines.push(
    JSON.stringify({ time: '2026-01-02T03:04:09Z', level: 'info', msg: 'allocated', size: 150_000 }),
  );
  const path = join(folder, 'sizes.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  const sizes = await imported([path]);
  const linesOf = async (query: string) => rowsOf(await answerOf(sizes, search, { query }), 'line').flat();
  expect(await linesOf('size>100000')).toEqual([1, 4, 7]);
  expect(await linesOf('size>0x186a0')).toEqual([1, 4, 7]);
  expect(await linesOf('size<=31')).toEqual([2]);
  await sizes.close();
});

describe('search', () => {
  it('finds words anywhere in the line, matching case only if the query has a capital', async () => {
    expect(await among('request')).toBe(4);
    expect(await among('Request')).toBe(1);
    expect(await among('ERROR capture:a.log')).toBe(1);
    expect(await among('Error capture:a.log')).toBe(1);
    expect(await among('com.acme.disk')).toBe(1);
    expect(await among('10.0.0.1')).toBe(2);
    expect(await among('10:01:03')).toBe(1);
    expect(await among('"C:\\x"')).toBe(1);
    expect(await among('"failed" OR slow')).toBe(2);
    expect(await among('request -took')).toBe(1);
    expect(await among('')).toBe(8);
  });

  it('narrows questions about events as a part of the scope; other questions note that they ignore it', async () => {
    const scope = { search: 'took' };
    const rows = async (analyzer: typeof events | typeof search, params: object) =>
      (await answerOf(workspace, analyzer as typeof events, params, scope)).rows;
    expect(await rows(events, {})).toBe(3);
    expect(await rows(events, { search: 'request' })).toBe(3);
    expect(await rows(search, { query: '-ms' })).toBe(1);
    const other = await answerOf(workspace, functions, {}, scope);
    expect(noteTexts(other)).toContain(
      'A search selects events: this part of the scope does not narrow samples.',
    );
  });

  it('compares durations in log lines whatever their unit', async () => {
    const path = join(folder, 'postgresql.log');
    const line = (second: number, took: string) =>
      `2024-05-01 10:00:0${second}.000 UTC [951] postgres@postgres LOG:  duration: ${took} ms  statement: SELECT 1;`;
    writeFileSync(path, `${[line(1, '80.617'), line(2, '2692.314'), line(3, '7.5')].join('\n')}\n`);
    const statements = await imported([path]);
    const slow = async (query: string) => (await answerOf(statements, search, { query })).rows;
    expect(await slow('duration>50ms')).toBe(2);
    expect(await slow('duration>=2.692314s')).toBe(1);
    expect(await slow('duration=80.617')).toBe(1);
    expect(await slow('duration!=80.617ms')).toBe(2);
    await statements.close();
  });

  it('finds regular expressions, and refuses invalid and too large ones', async () => {
    expect(await among('/took \\d+ ms/')).toBe(2);
    expect(await among('/REQUEST/')).toBe(0);
    expect(await among('/REQUEST/i')).toBe(4);
    expect(await among(`/^${'(a*)*'.repeat(20)}q$/ com`)).toBe(0);
    await expect(ask({ query: 'a /(/' })).rejects.toThrow(/^Character 3 of the search: .*RE2/);
    await expect(ask({ query: '/((a{100}){100}){100}/' })).rejects.toThrow('repeats too much');
  });

  it('narrows by fields', async () => {
    expect(await among('level>=warn component:com*')).toBe(2);
    expect(await among('level:error capture:a.log')).toBe(1);
    expect(await among('component:com.acme.*')).toBe(5);
    expect(await among('component="com.acme"')).toBe(0);
    expect(await among('capture:*.log')).toBe(8);
    expect(await among('capture:b.log')).toBe(1 + 1);
    expect(await among('time>=10:02')).toBe(1);
    expect(await among('time:2024-05-01T10:01')).toBe(1);
    expect(await among('status=5xx')).toBe(2);
    expect(await among('status>=503')).toBe(1);
    expect(await among('status!=200')).toBe(2);
    expect(await among('NOT status=200')).toBe(7);
    expect(await among('line=1')).toBe(3);
    expect(await among('message:/^Slow/')).toBe(1);
  });

  it('gives the position of an unknown field', async () => {
    await expect(ask({ query: 'a stats:5' })).rejects.toThrow(
      /^Character 3 of the search: No event has a field stats; there is status/,
    );
    await expect(ask({ query: 'level>=high' })).rejects.toThrow('level is compared with');
    await expect(ask({ query: 'component<a' })).rejects.toThrow('is a text');
  });

  it('is sorted in each order', async () => {
    const time = await found('took', { order: 'time' });
    expect(await found('took', { order: 'newest' })).toBe(time.split(' ').reverse().join(' '));
    expect((await ask({ query: 'com.acme', order: 'rarity' })).rows).toBe(5);
  });

  it.each(['time', 'newest'])('gives the same hits in pieces as at once, by %s', async order => {
    const whole = await found('com.acme OR /[a-c]/', { order });
    for (const limit of [1, 2, 50]) {
      const pieces: string[] = [];
      for (let after = 'start'; after !== ''; ) {
        const piece = await ask({ query: 'com.acme OR /[a-c]/', order, limit, after });
        expect(piece.rows).toBeLessThanOrEqual(limit);
        pieces.push(...rowsOf(piece, 'capture', 'line').map(([capture, line]) => `${capture}:${line}`));
        after = String(noteData(piece, 'piece')!.next);
      }
      expect(pieces.join(' ')).toBe(whole);
    }
    await expect(ask({ query: 'a', after: 'x' })).rejects.toThrow('not a position from which');
  });

  it('counts hits over time and by facet so that they add up', async () => {
    const buckets = await answerOf(workspace, searchHistogram, { query: 'com.acme', buckets: 10 });
    const sum = rowsOf(buckets, 'count').reduce((all, [count]) => all + Number(count), 0);
    expect(sum).toBe(5);
    const facets = await answerOf(workspace, searchFacets, { query: '', fields: 'status' });
    expect(facets.whole).toEqual({ amount: 8, unit: 'events' });
    const rows = rowsOf(facets, 'facet', 'value', 'count').map(each => each.join(' '));
    expect(rows).toContain('level info 4');
    expect(rows).toContain('component com.acme.Web 4');
    expect(rows).toContain('capture a.log 3');
    expect(rows.filter(each => each.startsWith('status'))).toHaveLength(3);
  });
});

describe('durations in fields of logs', () => {
  const lines = (name: string, ...records: readonly object[]) =>
    writeFileSync(join(folder, name), records.map(record => `${JSON.stringify(record)}\n`).join(''));
  let logs: Workspace;

  beforeAll(async () => {
    const time = '2024-05-01T10:00:00Z';
    lines(
      'a.jsonl',
      { time, msg: 'a', took: '1.52s', elapsed_ms: 1520 },
      { time, msg: 'b', took: '3ms', elapsed_ms: 3 },
    );
    lines('b.jsonl', { time, msg: 'c', latency: 1.52 }, { time, msg: 'd', latency: 0.1 });
    writeFileSync(
      join(folder, 'slow.log'),
      '# Time: 2024-05-01T10:00:00Z\n# User@Host: app[app] @ localhost []  Id: 3\n# Query_time: 15.000268  Lock_time: 0.000000 Rows_sent: 1  Rows_examined: 0\nSET timestamp=1714557600;\nselect 1;\n',
    );
    logs = await imported(['a.jsonl', 'b.jsonl', 'slow.log'].map(name => join(folder, name)));
  });
  afterAll(() => logs.close());
  const foundIn = async (query: string) => {
    const answer = await answerOf(logs, search, { query });
    return { hits: rowsOf(answer, 'capture', 'line').map(row => row.join(':')), notes: noteTexts(answer) };
  };

  it('are found by their own names, in texts and in numbers with a unit in the name', async () => {
    expect((await foundIn('took>1s')).hits).toEqual(['1:1']);
    expect((await foundIn('elapsed_ms>1s')).hits).toEqual(['1:1']);
    expect((await foundIn('Query_time>1s')).hits).toEqual(['3:1']);
  });

  it('are found as durations, and fields without a unit are named', async () => {
    const { hits, notes } = await foundIn('duration>1s');
    expect(hits.sort()).toEqual(['1:1', '3:1']);
    expect(notes.join(' ')).toContain('the unit is not known: latency');
  });

  it('cannot be compared with a number without a unit', async () => {
    await expect(foundIn('latency>1s')).rejects.toThrow('The unit of latency is not known');
    expect((await foundIn('latency>1')).hits).toEqual(['2:1']);
  });
});
