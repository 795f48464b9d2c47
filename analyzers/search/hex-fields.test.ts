/** Fields that a capture shows in hex are numbers wherever they are compared, selected or added, and keep their display. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf, imported, rowsOf } from '../../fixtures/samples.ts';
import { fixture } from '../../fixtures/shared.ts';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { buffer, headerRecord, modernRecord, trace, u16, u64 } from '../../parsers/etl/writer.testing.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { percentiles } from '../questions/percentiles/percentiles.ts';
import { search } from '../questions/search/search.ts';
import { searchFacets } from '../questions/search-facets/search-facets.ts';
import { searchFieldsQuestion } from '../questions/search-fields/search-fields.ts';

const values = [0x10n, 100_001n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 64n - 1n];
const kind = 'Microsoft-Windows-DotNETRuntime/GarbageCollection/GCCreateSegment';
const folder = temporaryFolder();
let workspace: Workspace;

beforeAll(async () => {
  const event = { guid: 'e13c0d23-ccbc-4e12-931b-d9cc2eee27e4', id: 5, version: 1, pid: 8, tid: 12 };
  const records = values.map((value, at) =>
    modernRecord(event, 2000 + at, [u64(value), u64(4096), 0, u16(1)]),
  );
  const path = join(folder, 'segments.etl');
  writeFileSync(path, trace([buffer([headerRecord({ tick: 1000 })], { type: 4 }), buffer(records)]));
  const printed = join(folder, 'printed.xml');
  const events = ['42', '0x2B', 'none'].map(
    size =>
      `<Event xmlns="http://schemas.microsoft.com/win/2004/08/events/event"><System><Provider Name="Shop"/><EventID>1</EventID><TimeCreated SystemTime="2022-06-18T06:26:40.126656700+02:00"/><Execution ProcessID="8" ThreadID="12" ProcessorID="1"/></System><EventData><Data Name="parcel">${size}</Data></EventData></Event>`,
  );
  writeFileSync(printed, `<Events>\n${events.join('\n')}\n</Events>\n`);
  workspace = await imported([path, printed, fixture('tracerpt-xml/dumpfile.xml')]);
});
afterAll(() => workspace.close());

it.each([
  ['Address>100000', 4],
  ['Address<=100001', 2],
  ['Address=100001', 1],
  ['Address:0x186a1', 1],
  ['Address!=16', 4],
  ['Address>0x20000000000000', 2],
  ['Address=9007199254740993', 1],
  ['Address=0xffffffffffffffff', 1],
  ['Address<18446744073709551615', 4],
  ['Address:0x2*', 2],
])('%s', async (query, count) => {
  expect((await answerOf(workspace, search, { query })).rows).toBe(count);
});

it('are exact numbers in SQL', async () => {
  const sql = `SELECT Address::VARCHAR AS value, typeof(Address) AS type FROM "${kind}" ORDER BY Address`;
  const rows = await workspace.columns(sql);
  expect(rows.texts('value')).toEqual(values.map(String));
  expect(rows.texts('type')[0]).toBe('UBIGINT');
  const sum = await workspace.columns(`SELECT sum(Address)::VARCHAR AS sum FROM "${kind}"`);
  expect(sum.texts('sum')).toEqual([String(values.reduce((all, value) => all + value))]);
  const printed = await workspace.columns(`SELECT UniqueProcessKey::VARCHAR AS value FROM "Process/Start"`);
  expect(printed.texts('value')).toEqual([String(0xffff8a0b12345080n)]);
});

it('share a column and a search with decimal numbers of their name, and not with texts', async () => {
  const rows = await workspace.columns(
    'SELECT parcel::VARCHAR AS value, field_parcel AS text FROM "Shop/1" ORDER BY 1',
  );
  expect(rows.texts('value')).toEqual(['42', '43', null]);
  expect(rows.texts('text')).toEqual([null, null, 'none']);
  for (const [query, count] of [
    ['parcel>=42', 2],
    ['parcel!=42', 2],
    ['parcel=43', 1],
    ['parcel:none', 1],
  ] as const)
    expect((await answerOf(workspace, search, { query })).rows, query).toBe(count);
});

it('are offered and measured as numbers, and shown in hex', async () => {
  const fields = rowsOf(await answerOf(workspace, searchFieldsQuestion, {}), 'field', 'type');
  expect(fields).toContainEqual(['Address', 'number']);
  const measured = rowsOf(await answerOf(workspace, percentiles, { kind, field: 'Address' }), 'count', 'min');
  expect(measured).toEqual([[5, 16]]);
  const shown = rowsOf(
    await answerOf(workspace, searchFacets, { query: 'Address<=16', fields: 'Address' }),
    'value',
  );
  expect(shown.flat()).toContain('0x10');
});
