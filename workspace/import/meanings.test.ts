import { afterAll, describe, expect, it } from 'vitest';
import { meaningsOf, means } from '../../parsers/kit/metrics/meaning.ts';
import { fakeFormats } from './fake.testing.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

describe('meanings of series', () => {
  it("are stored beside the tool's own names, with the factor and addend that convert values to the unit of the meaning", async () => {
    const [first] = fakeFormats;
    const meanings = meaningsOf({ thing: { id: means('system.cpu.utilization', { 'cpu.mode': 'idle' }) } });
    const content = '#fake-utc\nM 1700000000000000000 id 40\nM 1700000000000000000 other 7\n';
    const paths = [scratch.file('fake.txt', content)];
    const format = { ...first!, sniff: () => 'yes' as const, meanings };
    const formats = [{ ...format, load: async () => format }];
    await imported(
      { paths },
      async workspace => {
        const stored = await rowsOf(
          workspace,
          `SELECT c.value, m.value, a.value, s.factor, s.addend FROM series s JOIN "text" c ON c.id = s.counter
           LEFT JOIN "text" m ON m.id = s.meaning LEFT JOIN "text" a ON a.id = s.attributes ORDER BY s.id`,
        );
        expect(stored).toEqual([
          ['id', 'system.cpu.utilization', '{"cpu.mode":"idle"}', 0.01, 0],
          ['other', null, null, null, null],
        ]);
        expect(
          await rowsOf(workspace, 'SELECT value, canonical, meaning FROM metrics ORDER BY value'),
        ).toEqual([
          [7, null, null],
          [40, 0.4, 'system.cpu.utilization'],
        ]);
      },
      { formats },
    );
  });
});
