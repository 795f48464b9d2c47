import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { questions } from '../engine/questions.ts';
import { main } from './main.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-overview-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...argv: readonly string[]) {
  let out = '';
  const said: string[] = [];
  const status = await main(argv, async () => 0, {
    write: async data => {
      out += String(data);
    },
    say: line => void said.push(line),
    status: () => undefined,
    width: null,
    onInterrupt: () => () => undefined,
  });
  return { status, out, said: said.join('\n') };
}

describe('overview', () => {
  const workspace = join(folder, 'w.aftertrace');
  beforeAll(async () => {
    const time = (i: number) => new Date(Date.UTC(2026, 0, 2, 3, 0, i)).toISOString();
    const lines = Array.from({ length: 100 }, (_, i) => `${time(i)} INFO job ${i} done`);
    lines.splice(60, 0, `${time(60)} ERROR the disk is full`);
    writeFileSync(join(folder, 'app.log'), `${lines.join('\n')}\n`);
    writeFileSync(
      join(folder, 'cpu.txt'),
      'app 7 [000] 1.000000: 1 cycles:\n\t1000 parse (/bin/app)\n\napp 8 [000] 2.000000: 1 cycles:\n\t1000 parse (/bin/app)\n\n',
    );
    const imported = await run('import', workspace, join(folder, 'app.log'), join(folder, 'cpu.txt'));
    expect(imported.said).toContain(`aftertrace overview ${workspace}`);
  }, 60_000);

  it('says what was captured, what is busiest, what changed, what went wrong and what is missing', async () => {
    const { status, out } = await run('overview', workspace);
    expect(status).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter(line => !line.startsWith(' '))).toEqual([
      'Captured',
      'Busiest',
      'What changed',
      'Errors',
      'Missing',
    ]);
    expect(out).toContain('2 captures, 2026-01-02 03:00:00 to 2026-01-02 03:01:39 UTC (1.65 min)');
    expect(out).toContain('processes: app 100.0 %');
    expect(out).toContain('functions: parse 100.0 %');
    expect(out).toContain('2026-01-02 03:01:00: the disk is full new');
    expect(out).toContain('1 × error: the disk is full');
    expect(out).toContain('not aligned to UTC: cpu.txt');
  });

  it('lists every question once, those to begin with first', async () => {
    const rows = JSON.parse((await run('questions', '-o', 'json')).out) as { id: string; group: string }[];
    expect(rows.map(({ id }) => id).sort()).toEqual(questions.map(({ id }) => id).sort());
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual(['captures', 'onset']);
    const groups = rows.map(({ group }) => group).filter((each, i, all) => each !== all[i - 1]);
    expect(new Set(groups).size).toBe(groups.length);
    expect(rows.filter(({ group }) => group === 'First')).toHaveLength(6);
  });
});
