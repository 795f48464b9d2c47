/** Findings through the contract: kept, changed, undone, checked, and still there after reopening. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EvidenceRequest, Findings, Progress } from '../../contract.ts';
import { Engine } from '../engine.ts';

const sample = (second: number, stack: readonly string[]) =>
  [`app 7/7 [000] ${second.toFixed(9)}: 1 cycles:`, ...stack.map(f => `\t4005d0 ${f}`), '', ''].join('\n');
const samples = (count: number, leaf: string) =>
  Array.from({ length: count }, (_, n) =>
    sample(10 + n / 100, [`${n % 4 === 0 ? 'read' : leaf} (/bin/app)`, 'main (/bin/app)']),
  ).join('');

const functions: EvidenceRequest = {
  question: 'functions',
  params: {},
  scope: {},
  arrangement: { sort: { column: 'self', descending: true } },
  row: 0,
  view: '{"view":"functions"}',
};

const vmstat = (free: number) =>
  [
    'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----',
    ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st',
    ...[0, 1, 2].map(
      i => ` 1  0      0 ${free + i}  10000 200000    0    0     1     2  100  200  3  1 96  0  0`,
    ),
    '',
  ].join('\n');

let folder: string;
let path: string;
let engine: Engine;
const told: Findings[] = [];
const progress: Progress[] = [];

const open = async (version = '1.0.0') => {
  engine = new Engine(
    { version },
    {
      progress: (_, latest) => progress.push(latest),
      changed: () => undefined,
      findingsChanged: findings => told.push(findings),
    },
  );
  await engine.open(path);
};
const capture = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return engine.import('import', { paths: [join(folder, name)], workers: 0 });
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-findings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  path = join(folder, `case-${Math.random()}.aftertrace`);
  told.length = 0;
  progress.length = 0;
  await open();
  await capture('app.perf.txt', samples(40, 'memcpy'));
});
afterEach(() => engine.close());

describe('findings', () => {
  it('are stored with their evidence: its rows and its captures', async () => {
    const id = await engine.addFinding('add', {
      title: 'memcpy takes it all\n',
      text: 'Three **quarters**.',
      tags: ['cause', 'cause', ' mine '],
      marks: [
        { kind: 'time', from: 10_000_000_000n, to: null },
        { kind: 'line', capture: 1, line: 5 },
        { kind: 'thing', refers: 'function', name: 'memcpy' },
      ],
      evidence: [functions],
    });
    const other = await engine.addFinding('add', { title: 'second', links: [id, 99] });
    await engine.changeSummary({ title: 'It is memcpy', text: 'All of it.' });
    await engine.close();
    await open();
    const { summary, findings } = await engine.findings();
    expect(summary).toEqual({ title: 'It is memcpy', text: 'All of it.' });
    expect(findings).toMatchObject([
      {
        id,
        title: 'memcpy takes it all',
        text: 'Three **quarters**.',
        tags: ['cause', 'mine'],
        marks: [{ from: 10_000_000_000n, to: null }, { capture: 1, line: 5 }, { name: 'memcpy' }],
        evidence: [
          {
            ...functions,
            shape: 'table',
            check: null,
            captures: [{ name: 'app.perf.txt', format: 'perf-script' }],
          },
        ],
      },
      { id: other, title: 'second', links: [id] },
    ]);
    const { answer } = await engine.evidence(findings[0]!.evidence[0]!.id);
    const column = (name: string) => answer.columns.findIndex(each => each.name === name);
    expect(answer.rows.map(row => [row[column('function')], row[column('self')]])).toEqual([
      ['memcpy', 30],
      ['read', 10],
      ['main', 0],
    ]);
    expect(answer).toMatchObject({ total: 3, offset: 0, whole: { amount: 40 } });
    expect((await engine.findingsDocument()).findings[0]?.evidence[0]?.answer).toEqual(answer);
    expect(told.at(-1)?.findings).toHaveLength(2);
  });

  it('can be reordered, and every change can be undone and redone, even after the workspace was reopened', async () => {
    const titles = async () => (await engine.findings()).findings.map(({ title }) => title).join();
    for (const title of ['a', 'b', 'c']) await engine.addFinding('add', { title, evidence: [functions] });
    await engine.orderFindings([3, 1, 2]);
    await engine.changeFinding(1, { tags: ['symptom'], title: 'A' });
    await engine.removeFinding(2);
    expect(await titles()).toBe('c,A');
    await engine.close();
    await open();
    const undone: (string | null)[] = [];
    for (let step = 0; step < 7; step++) {
      undone.push((await engine.findings()).undo);
      await engine.undoFindings();
    }
    expect(undone).toEqual([
      'the removal of “b”',
      'the title and tags of “a”',
      'the order of findings',
      'the new finding “c”',
      'the new finding “b”',
      'the new finding “a”',
      null,
    ]);
    expect(await titles()).toBe('');
    for (let step = 0; step < 5; step++) await engine.redoFindings();
    expect(await titles()).toBe('c,A,b');
    expect((await engine.findings()).findings[2]?.evidence).toHaveLength(1);
    expect((await engine.findings()).redo).toBe('the removal of “b”');
    // The next change discards changes that were undone, but ids are never reused.
    await engine.undoFindings();
    expect(await engine.addFinding('add', { title: 'd' })).toBe(4);
    expect((await engine.findings()).redo).toBeNull();
  });

  it('keep their order and the order of changes, however many there are', async () => {
    const titles = Array.from({ length: 23 }, (_, n) => `finding ${n}`);
    for (const title of titles) await engine.addFinding('add', { title });
    const listed = async () => (await engine.findings()).findings.map(({ title }) => title);
    expect(await listed()).toEqual(titles);
    await engine.orderFindings((await engine.findings()).findings.map(({ id }) => id).reverse());
    expect(await listed()).toEqual([...titles].reverse());
    for (let step = 0; step < 21; step++) await engine.undoFindings();
    expect(await listed()).toEqual(titles.slice(0, 3));
    for (let step = 0; step < 20; step++) await engine.redoFindings();
    expect(await listed()).toEqual(titles);
  });

  it('are stored without evidence that no undo needs any more', async () => {
    const id = await engine.addFinding('add', { title: 'x', evidence: [functions] });
    const evidence = async () =>
      Number((await engine.sql('sql', 'SELECT count(*) FROM evidence')).rows[0]?.[0]);
    await engine.addEvidence('add', id, functions);
    expect(await evidence()).toBe(2);
    await engine.undoFindings();
    expect(await evidence()).toBe(2);
    await engine.changeFinding(id, { text: 'on' });
    expect(await evidence()).toBe(1);
    await engine.removeFinding(id);
    expect(await evidence()).toBe(1);
    await engine.undoFindings();
    expect((await engine.findings()).findings[0]?.evidence).toHaveLength(1);
  });

  it('undo consecutive typing in one text as one change', async () => {
    const id = await engine.addFinding('add', { title: 'x' });
    for (const text of ['H', 'He', 'Hey']) await engine.changeFinding(id, { text });
    await engine.changeFinding(id, { title: 'y' });
    expect((await engine.undoFindings()).findings[0]).toMatchObject({ title: 'x', text: 'Hey' });
    expect((await engine.undoFindings()).findings[0]).toMatchObject({ text: '' });
  });

  it('reject invalid input with the reason', async () => {
    const id = await engine.addFinding('add', { title: 'x', evidence: [functions] });
    await expect(engine.changeFinding(7, { title: 'y' })).rejects.toThrow('There is no finding 7');
    await expect(engine.orderFindings([1, 1])).rejects.toThrow('the findings are 1.');
    await expect(engine.changeFinding(id, { evidence: [5] })).rejects.toThrow('each at most once: it has 1.');
    await expect(
      engine.addEvidence('add', id, { ...functions, params: { nonsense: 1 } }),
    ).rejects.toMatchObject({ code: 'bad-parameter' });
    await expect(
      engine.addFinding('add', { title: 'z', evidence: [{ ...functions, question: 'why' }] }),
    ).rejects.toMatchObject({ code: 'unknown-question' });
    expect((await engine.findings()).findings).toHaveLength(1);
    await engine.changeFinding(id, { text: 'half \ud83d and \0' });
    expect((await engine.findings()).findings[0]?.text).toBe('half \ufffd and \ufffd');
  });
});

describe('a check', () => {
  it('reports that evidence holds, or the difference and its reasons, and keeps both answers', async () => {
    const id = await engine.addFinding('add', { title: 'memcpy', evidence: [functions] });
    expect(await engine.checkFindings('check')).toMatchObject({ same: 1, stale: 0, failed: 0 });
    expect(progress.at(-1)).toMatchObject({ what: 'checking functions', totalFiles: 1 });
    await capture('more.perf.txt', samples(20, 'memmove'));
    const report = await engine.checkFindings('check', [id]);
    expect(report).toMatchObject({
      stale: 1,
      evidence: [
        {
          finding: id,
          question: 'functions',
          result: 'stale',
          reasons: ['more.perf.txt was added.'],
          difference: { added: 1, changed: 3, gone: 0 },
        },
      ],
    });
    const [evidence] = (await engine.findings()).findings[0]!.evidence;
    expect(evidence?.check).toMatchObject({ result: 'stale', version: '1.0.0' });
    const whole = await engine.evidence(evidence!.id);
    expect(whole.answer.rows).toHaveLength(3);
    expect(whole.now?.rows).toHaveLength(4);
    const renewed = await engine.renewEvidence('renew', evidence!.id);
    expect((await engine.evidence(renewed)).answer.rows).toHaveLength(4);
    expect(await engine.checkFindings('check')).toMatchObject({ same: 1, stale: 0 });
    await engine.undoFindings();
    expect((await engine.findings()).findings[0]?.evidence[0]?.check?.result).toBe('stale');
  });

  it('recognises captures under another id, and names missing ones', async () => {
    const first = (await engine.workspace()).captures[0]!.id;
    const scope = { captures: [first] };
    await engine.addFinding('add', {
      title: 'captures',
      evidence: [
        { ...functions, scope },
        { ...functions, question: 'captures', arrangement: {}, scope },
      ],
    });
    await capture('other.perf.txt', samples(8, 'memmove'));
    await engine.remove(first);
    expect(await engine.checkFindings('check')).toMatchObject({
      failed: 2,
      evidence: [
        {
          reasons: [
            'The evidence comes from app.perf.txt, which is not in this workspace. Import it to check the evidence.',
          ],
        },
        {},
      ],
    });
    await capture('app.perf.txt', samples(40, 'memcpy'));
    const ids = (await engine.workspace()).captures.map(({ id }) => id);
    expect(ids).not.toContain(first);
    expect(await engine.checkFindings('check')).toMatchObject({ same: 2, failed: 0 });
  });

  it('asks for the series of a capture under its current id', async () => {
    const idOf = async (wanted: string) =>
      (await engine.workspace()).captures.find(({ name }) => name === wanted)!.id;
    await capture('one.txt', vmstat(1000));
    await capture('two.txt', vmstat(5000));
    const [one, two] = [await idOf('one.txt'), await idOf('two.txt')];
    const params = { series: `${two}:memory/free` };
    await engine.addFinding('add', {
      title: 'free memory',
      evidence: [{ ...functions, question: 'metric', params, arrangement: {} }],
    });
    await engine.remove(one);
    await engine.remove(two);
    await capture('two.txt', vmstat(5000));
    await capture('one.txt', vmstat(1000));
    expect(await idOf('two.txt')).not.toBe(two);
    expect(await engine.checkFindings('check')).toMatchObject({ same: 1, failed: 0 });
  });

  it('gives a corrected clock as a reason', async () => {
    const { captures } = await capture(
      'app.log',
      '2026-01-01 10:00:00.000 UTC [7] LOG:  begins\n2026-01-01 10:00:01.000 UTC [7] LOG:  ends\n',
    );
    await engine.addFinding('add', {
      title: 'ends',
      evidence: [{ ...functions, question: 'events', arrangement: {} }],
    });
    await engine.setClock(captures[0]!.id, { shift: 1_500_000_000n });
    expect(await engine.checkFindings('check')).toMatchObject({
      stale: 1,
      evidence: [{ reasons: ['The clock of app.log was moved by +1.5 s.'], difference: { changed: 0 } }],
    });
    await engine.undoClock();
    expect(await engine.checkFindings('check')).toMatchObject({ same: 1 });
  });

  it('checks the evidence of a report in another workspace whose captures have other ids', async () => {
    const ids = (await engine.workspace()).captures.map(({ id }) => id);
    const scope = { captures: ids };
    await engine.addFinding('add', {
      title: 'memcpy',
      evidence: [
        { ...functions, scope },
        { ...functions, question: 'captures', arrangement: {}, scope },
      ],
    });
    const document = await engine.findingsDocument();
    await engine.close();
    path = join(folder, `other-${Math.random()}.aftertrace`);
    await open('2.0.0');
    await capture('other.perf.txt', samples(8, 'memmove'));
    await capture('app.perf.txt', samples(40, 'memcpy'));
    const report = await engine.checkDocument('check', document);
    expect(report).toMatchObject({ same: 2, stale: 0, failed: 0 });
    expect(report.evidence[0]?.reasons).toEqual([
      'The answer was stored by Aftertrace 1.0.0; this is Aftertrace 2.0.0.',
    ]);
    expect((await engine.findings()).findings).toEqual([]);
  });

  it('of a report rejects a document that Aftertrace did not write', async () => {
    await engine.addFinding('add', { title: 'memcpy', evidence: [functions] });
    const document = await engine.findingsDocument();
    const withEvidence = (evidence: object) => ({
      ...document,
      findings: document.findings.map(each => ({
        ...each,
        evidence: each.evidence.map(item => ({ ...item, ...evidence })),
      })),
    });
    const hostile = [
      withEvidence({ scope: { captures: ['1); DROP TABLE capture; --'] } }),
      withEvidence({ scope: { constructor: 1 } }),
      withEvidence({ answer: null }),
      withEvidence({ answer: { columns: [], rows: [[{}]] } }),
      withEvidence({ captures: [null] }),
      withEvidence({ arrangement: { sort: { column: 7 } } }),
      { ...document, findings: [null] },
    ];
    for (const each of hostile)
      await expect(engine.checkDocument('check', each as typeof document)).rejects.toMatchObject({
        code: 'bad-request',
      });
    const failed = withEvidence({ question: 'nonsense' });
    await expect(engine.checkDocument('check', failed)).resolves.toMatchObject({ failed: 1 });
  });

  it('can be cancelled', async () => {
    await engine.addFinding('add', { title: 'memcpy', evidence: [functions] });
    const checking = engine.checkFindings('check');
    await engine.cancel('check');
    await expect(checking).rejects.toMatchObject({ code: 'cancelled' });
  });
});
