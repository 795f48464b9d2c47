import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/stale.js';

it('app/old-electron is imported only by the files that its README lists', () => {
  const readme = readFileSync(join(root, 'app/old-electron/README.md'), 'utf8');
  const rows = readme.split('\n').filter(line => line.startsWith('| `'));
  const said = rows.flatMap(row =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path),
  );
  const sources = ['scripts', 'app', 'bench', 'bin', 'workspace'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path => join(folder, path)),
  );
  const takes = sources
    .filter(path => /\.(?:js|tsx?)$/.test(path) && !path.startsWith(join('app', 'old-electron')))
    .filter(path => /from '[^']*old-electron\//.test(readFileSync(join(root, path), 'utf8')));
  expect(takes.sort()).toEqual(said.sort());
});
