import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workspace } from '../../workspace/workspace.ts';
import type { Io } from './io.ts';
import { main } from './main.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-rescue-command-'));
const before = process.env.AFTERTRACE_DATA;
beforeAll(() => {
  process.env.AFTERTRACE_DATA = join(folder, 'data');
});
afterAll(() => {
  process.env.AFTERTRACE_DATA = before;
  rmSync(folder, { recursive: true, force: true });
});

async function aftertrace(...argv: string[]): Promise<{ status: number; out: string; said: string }> {
  let [out, said] = ['', ''];
  const io: Io = {
    width: null,
    status: () => undefined,
    onInterrupt: () => () => undefined,
    write: async data => {
      out += Buffer.from(data).toString();
    },
    say: text => {
      said += `${text}\n`;
    },
  };
  return { status: await main(argv, async () => 0, io), out, said };
}

it('findings of a workspace that is damaged everywhere are taken into a new one', async () => {
  const path = join(folder, 'case.aftertrace');
  const workspace = await Workspace.open(path, { data: join(folder, 'data') });
  await workspace.setSetting('view', 'kept');
  await workspace.close();
  writeFileSync(path, readFileSync(path).fill(0xa5, 12_288));
  const { status, said } = await aftertrace('rescue', path);
  expect(said).toMatch(/^0 findings, with 0 pieces of evidence, were found in their second copy, of /);
  expect(status).toBe(0);
  const rescued = await Workspace.open(join(folder, 'case-rescued.aftertrace'));
  expect(await rescued.setting('view')).toBe('kept');
  await rescued.close();
  expect(await aftertrace('rescue', path)).toMatchObject({
    status: 1,
    said: expect.stringContaining('exists: name another file with -o'),
  });
  const nothing = await aftertrace('rescue', join(folder, 'none.aftertrace'));
  expect(nothing).toMatchObject({ status: 1, said: expect.stringContaining('No findings of') });
  expect(existsSync(join(folder, 'none.aftertrace'))).toBe(false);
}, 60_000);
