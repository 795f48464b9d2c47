import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchCorpus, listedIn } from './fetch-corpus.js';
import { root } from './stale.js';

/** @type {Record<string, string>} */
const served = {
  '/someone/traces/HEAD/out/a%20b.txt': 'first',
  '/someone/traces/1234abc/changed.txt': 'not what it was',
};
/** @type {string[]} */
const requested = [];
const server = createServer(({ url = '' }, response) => {
  requested.push(url);
  const text = served[url];
  response.writeHead(text === undefined ? 404 : 200).end(text);
});
const folder = mkdtempSync(join(tmpdir(), 'aftertrace-corpus-'));
let address = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** @param {string} text */
const hash = text => createHash('sha256').update(text).digest('hex');
/** @param {readonly string[][]} rows */
const list = (...rows) => listedIn(['head', ...rows.map(row => row.join('\t'))].join('\n'));

it('downloads each capture whose hash matches, once, and reports why the others are missing', async () => {
  const listed = list(
    ['misc/out/a b.txt', 'perf-script', '5', hash('first'), 'someone/traces@HEAD', 'MIT'],
    ['misc/x.txt', 'vmstat', '5', hash('as it was'), 'someone/traces@1234abc:changed.txt', 'MIT'],
    ['misc/gone.txt', 'vmstat', '5', hash(''), 'someone/traces@HEAD', 'MIT'],
  );
  const first = await fetchCorpus(listed, folder, address);
  expect(first).toMatchObject({ present: 0, downloaded: 1 });
  expect(first.missing.sort()).toEqual([
    expect.stringMatching(/^misc\/gone.txt: .* answered 404$/),
    expect.stringMatching(/^misc\/x.txt: .*changed.txt has changed: its SHA-256 is /),
  ]);
  expect(readFileSync(join(folder, 'misc/out/a b.txt'), 'utf8')).toBe('first');
  expect(existsSync(join(folder, 'misc/x.txt'))).toBe(false);
  expect(readFileSync(join(folder, 'INDEX.tsv'), 'utf8').split('\n')).toEqual([
    'path\tformat\tbytes\tsource\tground_truth\tlicence',
    'misc/out/a b.txt\tperf-script\t5\tsomeone/traces@HEAD : out/a b.txt\t\tMIT',
    '',
  ]);
  requested.length = 0;
  const index = readFileSync(join(folder, 'INDEX.tsv'), 'utf8');
  expect(await fetchCorpus(listed.slice(0, 1), folder, address)).toEqual({
    present: 1,
    downloaded: 0,
    missing: [],
  });
  expect(requested).toEqual([]);
  expect(readFileSync(join(folder, 'INDEX.tsv'), 'utf8')).toBe(index);

  served['/someone/traces/1234abc/changed.txt'] = 'as it was';
  expect(await fetchCorpus(listed.slice(1, 2), folder, address)).toMatchObject({ downloaded: 1 });
  expect(readFileSync(join(folder, 'INDEX.tsv'), 'utf8')).toBe(
    `${index}misc/x.txt\tvmstat\t5\tsomeone/traces@1234abc : changed.txt\t\tMIT\n`,
  );
});

it('reports an address that cannot be reached', async () => {
  const listed = list(['a/b', 'x', '1', hash(''), 'o/r@HEAD', 'MIT']);
  const { missing } = await fetchCorpus(listed, folder, 'http://127.0.0.1:1');
  expect(missing).toEqual([
    expect.stringMatching(/^a\/b: http:\/\/127\.0\.0\.1:1\/o\/r\/HEAD\/b cannot be reached/),
  ]);
});

it('lists an address and a hash for every capture, and rejects paths outside the corpus folder', () => {
  const listed = listedIn(readFileSync(join(root, 'fixtures/corpus/captures.tsv'), 'utf8'));
  expect(listed.length).toBeGreaterThan(1000);
  for (const { path, sha256, from } of listed) {
    expect(sha256, path).toMatch(/^[0-9a-f]{64}$/);
    expect(from, path).toMatch(/^[\w.-]+\/[\w.-]+@[\w.-]+(?::\S+)?$/);
  }
  expect(() => list(['../x', '', '', '', '', ''])).toThrow('points outside the corpus folder');
});
