import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, askOf, imported, noteData, noteTexts, rowsOf } from '../../../fixtures/samples.ts';
import { temporaryFolder } from '../../../fixtures/temporary.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { Analyzer, Answer, Arrangement, LazyAnswer, Params, Scope, Target } from '../../contract.ts';
import { sortedRows } from '../../kit/order.ts';
import { eventKinds } from '../event-kinds/event-kinds.ts';
import { exceptions } from '../exceptions/exceptions.ts';
import { levels } from '../levels/levels.ts';
import { record } from '../record/record.ts';
import { templateRates } from '../template-rates/template-rates.ts';
import { templates } from '../templates/templates.ts';
import { events } from './events.ts';

const folder = temporaryFolder();
let workspace: Workspace;

const trace = [
  'java.io.IOException: gone',
  '\tat com.acme.Disk.read(Disk.java:12)',
  '\tat com.acme.Main.main(Main.java:3)',
];
const files = {
  'a.log': [
    '2024-05-01 10:00:00,000 INFO  [main] com.acme.Web: request 1 took 12 ms',
    '2024-05-01 10:00:01,000 ERROR [main] com.acme.Disk: read failed',
    ...trace,
    '2024-05-01 10:00:03,000 INFO  [main] com.acme.Web: request 2 took 7 ms',
  ],
  'b.log': [
    '2024-05-01 10:00:02,000 WARN  [main] com.acme.Web: Slow request 9',
    '2024-05-01 10:00:04,000 INFO  [main] com.acme.Web: request 3 took 1.5 s',
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

const ask = <P extends Params>(
  analyzer: Analyzer<P>,
  params: object = {},
  scope: Scope = {},
): Promise<Answer> => answerOf(workspace, analyzer, params, scope);

const at = (seconds: number): bigint => BigInt(Date.UTC(2024, 4, 1, 10, 0, seconds)) * 1_000_000n;
const lines = (answer: Answer) =>
  rowsOf(answer, 'capture', 'line').map(([capture, line]) => `${capture}:${line}`);

async function lazy(params: object = {}): Promise<LazyAnswer> {
  const defaults = { order: 'time', limit: 0, offset: 0, around: 0 };
  const result = await events.answer(
    askOf(workspace),
    {
      kind: undefined,
      level: undefined,
      text: undefined,
      template: undefined,
      search: undefined,
      ...defaults,
      ...params,
    },
    {},
  );
  if ('data' in result) throw new Error('in memory');
  return result;
}
const shown = async (list: LazyAnswer, arrangement: Arrangement = {}, offset = 0, limit = 99) => {
  const data = await list.read(askOf(workspace), arrangement, offset, limit);
  return lines({ ...list, rows: (data[1] as Float64Array).length, data });
};
const sortedBy = (column: string, descending = false): Arrangement => ({ sort: { column, descending } });

describe('events', () => {
  it('are in the order of time across captures, with all their columns', async () => {
    const result = await ask(events);
    expect(lines(result)).toEqual(['1:1', '1:2', '2:1', '1:6', '2:2']);
    expect(rowsOf(result, 'time').flat()).toEqual([0, 1, 2, 3, 4].map(at));
    expect(rowsOf(result, 'level', 'component', 'template')[4]).toEqual([
      'info',
      'com.acme.Web',
      'request <*> took <*>',
    ]);
    expect(rowsOf(result, 'message')[0]).toEqual(['request 1 took 12 ms']);
    expect(result.whole).toEqual({ amount: 5, unit: 'events' });
  });

  it('are paged, oldest or newest first', async () => {
    const page = await ask(events, { order: 'newest', limit: 2, offset: 1 });
    expect(lines(page)).toEqual(['1:6', '2:1']);
    expect(noteData(page, 'page')).toEqual({ shown: 2, of: 5, offset: 1 });
    expect(page.whole?.amount).toBe(5);
    expect(lines(await ask(events, { order: 'file', limit: 30_000, offset: 3 }))).toEqual(['2:1', '2:2']);
  });

  it('are read by range, in any order, without a limit', async () => {
    const list = await lazy();
    expect(list.rows).toBe(5);
    expect(await shown(list, {}, 3, 9)).toEqual(['1:6', '2:2']);
    expect(await shown(list, sortedBy('level'))).toEqual(['1:2', '1:1', '1:6', '2:2', '2:1']);
    expect(await shown(list, sortedBy('message', true))).toEqual(['2:1', '2:2', '1:6', '1:1', '1:2']);
    expect(await shown(list, sortedBy('template'))).toEqual(['1:2', '1:1', '1:6', '2:2', '2:1']);
    expect(await shown(await lazy({ order: 'newest' }))).toEqual(['2:2', '1:6', '2:1', '1:2', '1:1']);
    expect(await shown(await lazy({ order: 'file' }), sortedBy('component', true))).toEqual([
      '1:1',
      '1:6',
      '2:1',
      '2:2',
      '1:2',
    ]);
    await expect(shown(list, sortedBy('bytes'))).rejects.toThrow('no column "bytes" to sort by');
  });

  it('sort as in-memory answers do, with nulls last in both directions', async () => {
    const list = await lazy();
    const inMemory = await ask(events);
    const inOrder = lines(inMemory);
    for (const [i, { name }] of list.columns.entries())
      for (const descending of [false, true]) {
        const rows = sortedRows(inMemory.data[i]!, descending);
        expect(await shown(list, sortedBy(name, descending)), name).toEqual(
          Array.from(rows, row => inOrder[row]),
        );
      }
  });

  it('are filtered by any of their texts, and counted', async () => {
    const list = await lazy();
    const count = (filter: string) => list.count(askOf(workspace), filter);
    expect(await shown(list, { filter: 'REQUEST' })).toEqual(['1:1', '2:1', '1:6', '2:2']);
    expect(await shown(list, { filter: 'acme.disk' })).toEqual(['1:2']);
    expect(await Promise.all(['REQUEST', 'acme.disk', 'warn', '<*>', 'nothing'].map(count))).toEqual([
      4, 1, 1, 4, 0,
    ]);
  });

  it('are found by a text, searched from a row on in both directions', async () => {
    const list = await lazy();
    const find = (what: Target, after: number, backwards = false, arrangement: Arrangement = {}) =>
      list.find(askOf(workspace), arrangement, what, after, backwards);
    const bad = { column: 'level', among: ['error', 'warning'] };
    expect(await find(bad, 0)).toBe(1);
    expect(await find(bad, 2)).toBe(2);
    expect(await find(bad, 3)).toBe(-1);
    expect(await find(bad, 4, true)).toBe(2);
    expect(await find(bad, 1, true)).toBe(1);
    expect(await find({ contains: 'took 7' }, 1)).toBe(3);
    expect(await find({ contains: 'took 7' }, 1, false, { filter: 'request' })).toBe(2);
    expect(await find({ column: 'time', since: at(2) }, 0)).toBe(2);
    expect(await find({ column: 'time', since: at(9) }, 0)).toBe(-1);
    expect(await find({ column: 'time', since: at(2) }, 4, true, sortedBy('time', true))).toBe(2);
    expect(await find({ capture: 1, line: 6 }, 0)).toBe((await shown(list)).indexOf('1:6'));
    expect(await find({ capture: 1, line: 3 }, 0, false, sortedBy('time', true))).toBe(-1);
    await expect(find({ column: 'line', among: ['1'] }, 0)).rejects.toThrow('cannot be found by');
  });

  it('are filtered by level, text, template, time and capture', async () => {
    expect(lines(await ask(events, { level: 'error, warning' }))).toEqual(['1:2', '2:1']);
    expect(lines(await ask(events, { level: 'none' }))).toEqual([]);
    expect(lines(await ask(events, { text: 'request' }))).toEqual(['1:1', '2:1', '1:6', '2:2']);
    expect(lines(await ask(events, { text: 'slow' }))).toEqual(['2:1']);
    expect(lines(await ask(events, { text: 'Request' }))).toEqual([]);
    expect(lines(await ask(events, { text: 'component:acme' }))).not.toEqual([]);
    expect(lines(await ask(events, { text: 'component:"com.acme"' }))).toEqual([]);
    expect(lines(await ask(events, { text: '-component:"com.acme.Disk"' }))).toEqual([
      '1:1',
      '2:1',
      '1:6',
      '2:2',
    ]);
    expect(lines(await ask(events, { text: '-component:com.acme' }))).toEqual([]);
    expect(lines(await ask(events, { text: '-process:none' }))).toEqual(['1:1', '1:2', '2:1', '1:6', '2:2']);
    expect(lines(await ask(events, { template: 'request <*> took <*>' }))).toEqual(['1:1', '1:6', '2:2']);
    expect(lines(await ask(events, {}, { from: at(1), to: at(3) }))).toEqual(['1:2', '2:1']);
    expect(lines(await ask(events, {}, { captures: [2] }))).toEqual(['2:1', '2:2']);
  });

  it('are filtered by kind, and counted by kind', async () => {
    expect(lines(await ask(events, { kind: 'log', level: 'error' }))).toEqual(['1:2']);
    await expect(ask(events, { kind: 'lock' })).rejects.toThrow(/There is no kind of event "lock".*"log"/);
    expect(rowsOf(await ask(eventKinds, { text: 'request' }))).toEqual([
      ['log', 4, 4, 2, at(0), at(4), 'events/log'],
    ]);
  });

  it('are shown around a line', async () => {
    expect(lines(await ask(events, { around: 4, limit: 2 }, { captures: [1] }))).toEqual(['1:2', '1:6']);
    await expect(ask(events, { around: 4 })).rejects.toMatchObject({ code: 'bad-parameter' });
  });

  it('refuse an unknown level or template, and list the known ones', async () => {
    await expect(ask(events, { level: 'bad' })).rejects.toThrow(/There is no level "bad".*fatal, error/);
    await expect(ask(events, { template: 'request <*>' })).rejects.toThrow(
      /nearest: .*"request <\*> took <\*>"/,
    );
  });

  it('have a note on filters of the scope that do not apply to events', async () => {
    const result = await ask(events, {}, { modules: ['libc'], kind: 'cycles' });
    expect(result.rows).toBe(5);
    expect(noteTexts(result).join(' ')).toMatch(/no modules.*No event is of kind cycles/);
  });
});

describe('a record', () => {
  it('is found by any of its lines, with all its fields', async () => {
    const found = rowsOf(await ask(record, { line: 4 }, { captures: [1] }));
    expect(found).toContainEqual(['exception.type', 'java.io.IOException', null, null]);
    expect((await ask(record, { line: 99 }, { captures: [1] })).rows).toBe(0);
  });
});

describe('templates', () => {
  it('are counted per level, with their span, captures and an example', async () => {
    const number = expect.stringMatching(/^template\/\d+$/);
    expect(rowsOf(await ask(templates))).toEqual(
      [
        ['request <*> took <*>', 'info', 3, at(0), at(4), 'a.log, b.log', 'request 1 took 12 ms', number],
        ['read failed', 'error', 1, at(1), at(1), 'a.log', expect.stringMatching(/^read failed/), number],
        ['Slow request <*>', 'warning', 1, at(2), at(2), 'b.log', 'Slow request 9', number],
      ].sort((a, b) => Number(b[2]) - Number(a[2]) || (String(a[0]) < String(b[0]) ? -1 : 1)),
    );
  });

  it('have rates that add up to their counts', async () => {
    const result = await ask(templateRates, { buckets: 2, top: 1 });
    expect(rowsOf(result, 'template', 'count')).toEqual([
      ['request <*> took <*>', 1],
      ['request <*> took <*>', 2],
    ]);
    expect(noteTexts(result)).toContain('The 1 most frequent of 3 templates.');
    const byLevel = await ask(templateRates, { buckets: 1, top: 2, 'by-level': true });
    expect(rowsOf(byLevel, 'template', 'level', 'count')).toEqual([
      ['request <*> took <*>', 'info', 3],
      ['Slow request <*>', 'warning', 1],
    ]);
  });
});

describe('levels', () => {
  it('are counted in every bucket of time, worst first', async () => {
    const result = await ask(levels, { buckets: 5 });
    const rows = rowsOf(result, 'level', 'count');
    expect(rows).toHaveLength(15);
    expect(rows.filter(([, count]) => Number(count) > 0)).toEqual([
      ['error', 1],
      ['warning', 1],
      ['info', 1],
      ['info', 1],
      ['info', 1],
    ]);
    expect(rowsOf(result, 'time')[0]).toEqual([at(0)]);
  });
});

describe('exceptions', () => {
  it('are named with the frame that threw them', async () => {
    expect(rowsOf(await ask(exceptions))).toEqual([
      ['java.io.IOException', expect.stringContaining('com.acme.Disk.read'), 1, at(1), at(1)],
    ]);
    expect((await ask(exceptions, {}, { captures: [2] })).rows).toBe(0);
  });
});
