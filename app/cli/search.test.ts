import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from './main.ts';

let folder: string;
let workspace: string;

async function run(...argv: readonly string[]) {
  const out: Buffer[] = [];
  const said: string[] = [];
  const status = await main(argv, async paths => paths.length, {
    write: async data => void out.push(Buffer.from(data)),
    say: line => void said.push(line),
    status: () => undefined,
    width: null,
    onInterrupt: () => () => undefined,
  });
  return { status, out: Buffer.concat(out).toString(), said: said.join('\n') };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-cli-search-'));
  workspace = join(folder, 'ws.aftertrace');
  const lines = Array.from(
    { length: 9 },
    (_, at) =>
      `2024-05-01 10:00:0${at},000 ${at === 4 ? 'ERROR' : 'INFO '} [main] com.acme.Web: step ${at} done`,
  );
  writeFileSync(join(folder, 'a.log'), `${lines.join('\n')}\n`);
  expect((await run('import', workspace, join(folder, 'a.log'), '--workers', '0')).status).toBe(0);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('search', () => {
  it('prints only the number of hits with --count', async () => {
    expect(JSON.parse((await run('search', workspace, 'step', '--count', '-o', 'json')).out)).toEqual([
      { count: 9 },
    ]);
    const scoped = ['--from', '2024-05-01T10:00:03Z', '--to', '2024-05-01T10:00:05Z'];
    expect(
      JSON.parse((await run('search', workspace, 'step', '--count', '-o', 'json', ...scoped)).out),
    ).toEqual([{ count: 2 }]);
  });

  it('lists the requested number of records', async () => {
    const { out, said } = await run('search', workspace, 'done', '--limit', '2', '-o', 'json');
    expect(JSON.parse(out).map((row: { line: number }) => row.line)).toEqual([1, 2]);
    expect(said).toContain('2 of 9 events');
  });

  it('shows the records before and after a hit, each once', async () => {
    const { out } = await run('search', workspace, 'level:error OR "step 5"', '--context', '1', '-o', 'json');
    const rows: { hit: string; line: number }[] = JSON.parse(out);
    expect(rows.map(({ hit, line }) => `${hit}${line}`)).toEqual(['4', '>5', '>6', '7']);
  });

  it('reports the character of an error', async () => {
    const { status, said } = await run('search', workspace, 'step (a');
    expect(status).toBe(2);
    expect(said).toContain('Character 8 of the search: A parenthesis is not closed.');
  });
});
