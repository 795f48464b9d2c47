/** Calls that a window may make at the same time: each ends whole, or not at all. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaveOwing } from '../../workspace/import/import.testing.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { Engine } from './engine.ts';

let folder: string;
let engine: Engine;
let onProgress: (job: string) => void;
const file = (name: string) => join(folder, name);
const vmstat = 'fixtures/samples/cpu-hog/vmstat.txt';
const log = Array.from(
  { length: 3000 },
  (_, n) => `2026-01-02T03:04:05.${String(n % 1000).padStart(3, '0')}Z INFO hello ${n}\n`,
);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-at-once-'));
  onProgress = () => undefined;
  engine = new Engine(
    { version: '1' },
    { progress: job => onProgress(job), changed: () => undefined, findingsChanged: () => undefined },
  );
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openCase() {
  await engine.open(file('case.aftertrace'));
  writeFileSync(file('app.log'), log.join(''));
  await engine.import('import', { paths: [vmstat, file('app.log')], workers: 0 });
}

const evidence = { question: 'captures', params: {}, scope: {}, arrangement: {}, row: null, view: null };
const note = () => engine.addFinding('note', { title: 'a finding', evidence: [evidence] });
const codeOf = (error: unknown) => (error as { code: string }).code;

describe('opening', () => {
  it('of two workspaces at once ends with the second open and the first closed', async () => {
    const [first, second] = [file('a.aftertrace'), file('b.aftertrace')];
    const opened = await Promise.all([engine.open(first), engine.open(second), engine.resume()]);
    expect(opened[1].path).toBe(second);
    expect((await engine.workspace()).path).toBe(second);
    await (await Workspace.open(first)).close();
  });

  it('never leaves the engine without a workspace', async () => {
    await openCase();
    const opening = engine.open(file('other.aftertrace'));
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => engine.workspace().then(() => null, codeOf)),
    );
    expect(asked.filter(code => code !== null && code !== 'closed')).toEqual([]);
    await opening;
  });
});

describe('outputs', () => {
  it('to one name are the file of one of them', async () => {
    await openCase();
    await note();
    const target = file('cut.aftertrace');
    const done = await Promise.allSettled([engine.cutDown('a', target), engine.cutDown('b', target)]);
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const both = await Promise.allSettled([engine.cutDown('a', target), engine.saveAs(target)]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    await engine.close();
    await engine.open(target);
    expect((await engine.findings()).findings).toHaveLength(1);
    expect((await engine.workspace()).captures).toHaveLength(2);
    expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([]);
  });

  it('that are cancelled leave the older file', async () => {
    await openCase();
    await note();
    onProgress = job => void engine.cancel(job);
    for (const name of ['old.html', 'old.md', 'old.csv', 'cut.aftertrace']) writeFileSync(file(name), 'old');
    const cancelled = { code: 'cancelled' };
    for (const name of ['old.html', 'old.md']) {
      const report = engine.report('report', { path: file(name), evidence: 'csv' });
      await expect(report).rejects.toMatchObject(cancelled);
    }
    await expect(engine.cutDown('cut', file('cut.aftertrace'))).rejects.toMatchObject(cancelled);
    const { answer } = await engine.ask('ask', { question: 'captures', params: {}, scope: {} });
    const exported = engine.exportAnswer('export', answer, { as: 'csv', path: file('old.csv') });
    await engine.cancel('export');
    await expect(exported).rejects.toMatchObject(cancelled);
    for (const name of ['old.html', 'old.md', 'old.csv', 'cut.aftertrace'])
      expect(readFileSync(file(name), 'utf8')).toBe('old');
    const others = ['app.log', 'case.aftertrace', 'case.aftertrace.wal'];
    expect(readdirSync(folder).filter(name => !/^(old|cut)/.test(name) && !others.includes(name))).toEqual(
      [],
    );
  });

  it('are of one workspace, also if another is opened meanwhile', async () => {
    await openCase();
    await note();
    const report = engine
      .report('report', { path: file('report.html'), evidence: 'csv' })
      .then(({ files }) => readFileSync(files[1]!, 'utf8').trim().split('\r\n').length, codeOf);
    await engine.open(file('other.aftertrace'));
    const outcome = await report;
    // A heading and the two captures of the first workspace, unless the report was ended.
    expect([3, 'cancelled']).toContain(outcome);
    expect(existsSync(file('report.html'))).toBe(outcome === 3);
  });

  it('are of one state: captures that change meanwhile end them', async () => {
    await openCase();
    await note();
    const events = await engine.ask('ask', { question: 'events', params: {}, scope: {} });
    const answers = () => [
      engine.exportAnswer('export', events.answer, { as: 'csv', path: file('events.csv') }).catch(codeOf),
      engine.report('report', { path: file('report.html') }).catch(codeOf),
      engine.cutDown('cut', file('cut.aftertrace')).catch(codeOf),
      engine.exportFolded('folded', {}, {}, file('stacks.txt')).catch(codeOf),
    ];
    const [capture] = (await engine.workspace()).captures;
    const removed = engine.remove(capture!.id);
    expect(await Promise.all(answers())).toEqual(['changed', 'changed', 'changed', 'changed']);
    await removed;
    expect(await answers()[0]).toBe('answer-gone');
    expect(readdirSync(folder).filter(name => /csv|html|cut|stacks/.test(name))).toEqual([]);
  });
});

describe('changes', () => {
  it('of findings and of the view at once are all kept', async () => {
    await engine.open(null);
    const views = Array.from({ length: 10 }, (_, n) => engine.keepView(`view ${n}`));
    const added = Array.from({ length: 5 }, (_, n) => engine.addFinding(`note ${n}`, { title: `${n}` }));
    await Promise.all([...views, ...added]);
    expect((await engine.findings()).findings).toHaveLength(5);
    expect(await engine.view()).toBe('view 9');
  });
});

describe('jobs', () => {
  it('of imports at once list all files that could not be read', async () => {
    await openCase();
    const missing = ['x', 'y', 'z'].map(name => file(`missing-${name}.txt`));
    await Promise.all(missing.map(path => engine.import(path, { paths: [path], workers: 0 })));
    expect((await engine.workspace()).unread.map(({ path }) => path).sort()).toEqual(missing);
  });

  it('of imports leave no file open if they are cancelled at once', async () => {
    await openCase();
    const open = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);
    const before = open();
    for (let n = 0; n < 5; n++) {
      const reading = engine.import('import', { paths: [vmstat], again: true, workers: 0 });
      await engine.cancel('import');
      await reading.catch(codeOf);
    }
    // A file that was being opened is closed as soon as it is open.
    await expect.poll(open).toBeLessThanOrEqual(before);
  });

  it('that complete what a killed import has left can be cancelled, and leave the rest for later', async () => {
    const path = file('killed.aftertrace');
    writeFileSync(file('app.log'), log.slice(0, 9).join(''));
    await leaveOwing(path, [vmstat, file('app.log')]);
    expect(await engine.open(path)).toMatchObject({ isOwing: true, captures: [{}, { status: 'partial' }] });
    onProgress = job => void engine.cancel(job);
    await expect(engine.complete('complete')).rejects.toMatchObject({ code: 'cancelled' });
    expect(await engine.workspace()).toMatchObject({ path, isOwing: true });
    onProgress = () => undefined;
    await engine.complete('complete');
    expect(await engine.workspace()).toMatchObject({
      isOwing: false,
      captures: [{}, { status: 'complete' }],
    });
  });

  it('end also if they fail at once', async () => {
    for (let n = 0; n < 2; n++)
      await expect(engine.cutDown('cut', file('cut.aftertrace'))).rejects.toMatchObject({
        code: 'no-workspace',
      });
  });
});
