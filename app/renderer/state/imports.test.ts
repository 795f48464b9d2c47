import { describe, expect, it } from 'vitest';
import type { DuplicateFile, ImportRequest, Progress } from '../../contract.ts';
import { EngineError, type EngineLink } from './engine-link.ts';
import { Imports, pace, timeLeft } from './imports.ts';

const progress = (bytes: number, totalBytes: number | null, elapsed: number): Progress => ({
  what: 'reading',
  bytes,
  totalBytes,
  rows: 0,
  files: 0,
  totalFiles: 1,
  elapsed,
});

describe('time left', () => {
  it('is estimated by the pace so far', () => {
    expect(timeLeft(progress(25e6, 100e6, 1e9))).toBe(3e9);
    expect(pace(progress(25e6, 100e6, 1e9))).toBe(25e6);
  });

  it('has no estimate before it has data', () => {
    expect(timeLeft(progress(1e6, 100e6, 1e6))).toBeNull();
    expect(timeLeft(progress(25e6, null, 1e9))).toBeNull();
    expect(timeLeft(progress(0, 100e6, 1e9))).toBeNull();
    expect(pace(progress(0, null, 0))).toBeNull();
  });
});

describe('what a killed import has left', () => {
  it('is shown like an import until it is made, and a cancel is explained', async () => {
    const running: unknown[] = [];
    const complete = async () => {
      running.push(...imports.running.get());
      throw new EngineError('cancelled', 'Cancelled.');
    };
    const link = { newJob: () => 'import-1', api: { complete } };
    const imports = new Imports(link as unknown as EngineLink);
    await imports.complete();
    expect(running).toMatchObject([{ job: 'import-1', title: 'Completing captures' }]);
    expect(imports.running.get()).toEqual([]);
    expect(imports.notices.get()).toMatchObject([
      { severity: 'info', text: 'Captures stay partial until the workspace is opened again.' },
    ]);
  });
});

describe('files that the workspace has already', () => {
  const duplicate = (path: string, hasGrown: boolean): DuplicateFile => ({
    path,
    capture: 3,
    hasGrown,
    message: `${path} was left out: because.`,
  });

  /** Returns the requests to the engine, and the notifications. */
  async function readWith(duplicates: readonly DuplicateFile[]) {
    const asked: ImportRequest[] = [];
    const report = { captures: [], failures: [], replaced: [], cancelled: false };
    const link = {
      newJob: () => `job ${asked.length}`,
      api: {
        import: async (_: string, request: ImportRequest) => {
          asked.push(request);
          return { ...report, duplicates: asked.length === 1 ? duplicates : [] };
        },
      },
    };
    // Only what reading asks of the link is here.
    const imports = new Imports(link as unknown as EngineLink);
    await imports.read({ paths: ['/logs'], zone: 'UTC' });
    return { asked, notices: imports.notices.get() };
  }

  it('are reported, and reading them again is offered', async () => {
    const { asked, notices } = await readWith([duplicate('/logs/a.log', false)]);
    expect(notices).toMatchObject([{ severity: 'info', text: 'a.log was left out: because.' }]);
    notices[0]?.actions[0]?.run();
    expect(asked[1]).toEqual({ paths: ['/logs/a.log'], zone: 'UTC', again: true });
  });

  it('that have grown wait for the decision whether to replace the older capture', async () => {
    const files = [
      duplicate('/logs/a.log', true),
      duplicate('/logs/b.log', true),
      duplicate('/logs/c.log', false),
    ];
    const { asked, notices } = await readWith(files);
    expect(notices.map(({ severity, text }) => [severity, text])).toEqual([
      ['question', '2 files were left out: they have grown since the workspace read them.'],
      ['info', 'c.log was left out: because.'],
    ]);
    notices[0]?.actions[0]?.run();
    expect(asked[1]).toEqual({ paths: ['/logs/a.log', '/logs/b.log'], zone: 'UTC', grown: 'replace' });
  });
});

describe('notices', () => {
  const importsOf = (report: object) => {
    const link = {
      newJob: () => 'import-1',
      api: {
        import: async () => ({ captures: [], failures: [], duplicates: [], cancelled: false, ...report }),
      },
    };
    return new Imports(link as unknown as EngineLink);
  };
  const failures = [
    { path: '/c/uname.txt', code: 'unknown-format', message: 'uname.txt is in no known format.' },
  ];

  it.each([
    ['an error if nothing else was read', [], 'error'],
    ['a word in passing beside captures', [{}], 'info'],
  ])('of a file that is no capture are %s', async (_, captures, severity) => {
    const imports = importsOf({ failures, captures });
    await imports.read({ paths: ['/c'] });
    expect(imports.notices.get()).toMatchObject([{ severity, text: 'uname.txt is in no known format.' }]);
  });

  it('go with their workspace, unless they are about another', () => {
    const imports = importsOf({});
    imports.notify('question', 'app.log has grown.', [{ label: 'Replace', run: () => undefined }]);
    imports.notify('question', 'A workspace was not saved.', [], true);
    imports.leaveWorkspace();
    expect(imports.notices.get().map(({ text }) => text)).toEqual(['A workspace was not saved.']);
  });
});
