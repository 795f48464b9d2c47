import { expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { imported, rowsOf, Scratch } from '../import/import.testing.ts';

it('of very many kinds of events, those with fields have views, and then the first by name', async () => {
  const scratch = new Scratch();
  const lines = Array.from({ length: 600 }, (_, n) => {
    const message = n === 599 ? 'size=1' : 'done';
    return `app 1/1 [000] 1.${String(n).padStart(6, '0')}: app:kind${String(n).padStart(3, '0')}: ${message}\n`;
  });
  await imported(
    { paths: [scratch.file('kinds.perf.txt', lines.join(''))] },
    async workspace => {
      const views = `SELECT view_name FROM duckdb_views() WHERE NOT internal AND view_name LIKE 'app:kind%' ORDER BY 1`;
      const names = (await rowsOf(workspace, views)).flat();
      expect([names.length, names[0], names[498], names[499]]).toEqual([
        500,
        'app:kind000',
        'app:kind498',
        'app:kind599',
      ]);
      expect(await rowsOf(workspace, `SELECT size FROM "app:kind599"`)).toEqual([[1]]);
    },
    { formats },
  );
  scratch.remove();
});
