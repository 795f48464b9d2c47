/** A workspace cut down to its findings: the same answers, and nothing else in the file. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceRequest } from '../../contract.ts';
import { Engine } from '../engine.ts';

const events = { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined };
const sample = (second: number, function_: string) =>
  `app 7/7 [000] ${second.toFixed(9)}: 1 cycles:\n\t4005d0 ${function_} (/bin/app)\n\t400500 main (/bin/app)\n\n`;
const begin = Date.UTC(2026, 0, 1) / 1000;
const clock = (second: number) =>
  `${new Date((begin + second) * 1000).toISOString().replace('T', ' ').slice(0, 23)} UTC`;
const at = (second: number) => BigInt(begin + second) * 1_000_000_000n;

let folder: string;
let engine: Engine;
let path: string;

const request = (question: string, more: Partial<EvidenceRequest> = {}): EvidenceRequest => ({
  question,
  params: {},
  scope: {},
  arrangement: {},
  row: null,
  view: null,
  ...more,
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-cut-'));
  path = join(folder, 'whole.aftertrace');
  const log = Array.from({ length: 2000 }, (_, n) => {
    const word = n < 1000 ? `early-secret-${n}` : `late-${n}`;
    return `${clock(n)} [${100 + (n % 7)}] LOG:  duration: ${n % 50}.25 ms  statement: SELECT ${word}`;
  });
  writeFileSync(join(folder, 'postgresql.log'), `${log.join('\n')}\n`);
  writeFileSync(
    join(folder, 'app.perf.txt'),
    Array.from({ length: 200 }, (_, n) => sample(10 + n / 100, n % 3 ? 'memcpy' : 'other_secret')).join(''),
  );
  engine = new Engine({ version: '1' }, events);
  await engine.open(path);
  const report = await engine.import('import', {
    paths: ['postgresql.log', 'app.perf.txt'].map(name => join(folder, name)),
    workers: 0,
  });
  expect(report.captures.map(({ status }) => status)).toEqual(['complete', 'complete']);
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('reducing a workspace to its evidence', () => {
  it('keeps the rows that evidence needs, and no text of the others', async () => {
    await engine.addFinding('add', {
      title: 'gone',
      text: 'forgotten-secret',
    });
    await engine.removeFinding(1);
    const [log] = (await engine.workspace()).captures;
    const scope = { from: at(1500), to: at(1520), captures: [log!.id] };
    const late = [
      request('events', { scope }),
      request('templates', { scope }),
      request('levels', { scope }),
    ];
    await engine.addFinding('add', { title: 'late', evidence: late });
    await engine.changeSummary({ title: 'It is late', text: '' });
    const to = join(folder, 'cut.aftertrace');
    const report = await engine.cutDown('cut', to);
    expect(report).toMatchObject({
      path: to,
      evidence: 3,
      captures: [{ name: 'postgresql.log', isWhole: false }],
    });
    const bytes = readFileSync(to);
    for (const word of ['early-secret', 'other_secret', 'memcpy', 'forgotten-secret', 'app.perf.txt'])
      expect([word, bytes.includes(word)]).toEqual([word, false]);
    expect(readdirSync(folder).filter(name => /copy|part/.test(name))).toEqual([]);

    const cut = new Engine({ version: '1' }, events);
    await cut.open(to);
    expect(await cut.checkFindings('check')).toMatchObject({ same: 3, stale: 0, failed: 0 });
    const { captures, rows } = await cut.workspace();
    expect(captures).toMatchObject([
      { id: log!.id, status: 'partial', reason: expect.stringContaining('cut down to what findings need') },
    ]);
    expect(rows.event).toBeGreaterThanOrEqual(20);
    expect(rows.event).toBeLessThan(100);
    const found = await cut.sql('sql', 'SELECT count(*) AS n FROM event');
    expect(Number(found.rows[0]?.[0])).toBe(rows.event);
    // Other captures can be imported into it.
    const more = await cut.import('import', { paths: [join(folder, 'app.perf.txt')], workers: 0 });
    expect(more.captures).toMatchObject([{ status: 'complete', rows: { sample: 200 } }]);
    expect(await cut.checkFindings('check')).toMatchObject({ same: 3 });
    await cut.addFinding('add', { title: 'x', evidence: [request('functions')] });
    const functions = (await cut.evidence(4)).answer.rows.map(row => row[0]);
    expect(functions.sort()).toEqual(['main', 'memcpy', 'other_secret']);
    await cut.close();
  });

  it('keeps all rows if an answer needs them, and does not change answers', async () => {
    const id = await engine.addFinding('add', {
      title: 'all',
      evidence: [
        request('functions'),
        request('call-tree'),
        request('captures'),
        request('heat'),
        request('flame'),
      ],
    });
    const to = join(folder, 'all.aftertrace');
    const report = await engine.cutDown('cut', to);
    expect(report.captures).toEqual([
      { name: 'postgresql.log', isWhole: true },
      { name: 'app.perf.txt', isWhole: true },
    ]);
    await engine.removeFinding(id);
  });

  it('is refused if the target is the workspace itself, or open', async () => {
    await expect(engine.cutDown('cut', path)).rejects.toMatchObject({ code: 'exists' });
    const other = new Engine({ version: '1' }, events);
    await other.open(join(folder, 'other.aftertrace'));
    await expect(engine.cutDown('cut', join(folder, 'other.aftertrace'))).rejects.toMatchObject({
      code: 'locked',
    });
    await other.close();
    expect(existsSync(join(folder, 'other.aftertrace'))).toBe(true);
    expect((await engine.workspace()).captures).toHaveLength(2);
  });
});
