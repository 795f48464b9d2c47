/** Helpers shared by the tests of importing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Derivation } from '../derive.ts';
import type { Json } from '../query.ts';
import { Workspace } from '../workspace.ts';
import { fakeFormats } from './fake.testing.ts';
import type { ImportOptions, ImportReport, ImportRequest } from './request.ts';

/** A folder that is removed after the test file. */
export class Scratch {
  readonly folder = mkdtempSync(join(tmpdir(), 'aftertrace-import-'));

  file(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Imports into a fresh workspace, by default on this thread, and closes it after `work`. */
export async function imported(
  request: Partial<ImportRequest> & { paths: string[] },
  work: (workspace: Workspace, report: ImportReport) => Promise<void>,
  options: ImportOptions & { worker?: string } = {},
): Promise<void> {
  const { worker, ...rest } = options;
  const workspace = await Workspace.open(null, worker ? { worker } : {});
  try {
    const settings = { formats: fakeFormats, blockSize: 64 << 10, ...rest };
    await work(workspace, await workspace.import({ workers: 0, ...request }, settings));
  } finally {
    await workspace.close();
  }
}

/** Fails as on a full disk: an import leaves templates, states and views owed, as a killed one does. */
export const failingDerivation: Derivation = {
  table: 'template',
  reads: ['event'],
  derive: async () => {
    throw new Error('No space left on device');
  },
};

/** Makes a workspace in which an import left passes owed. */
export async function leaveOwing(path: string, paths: readonly string[]): Promise<void> {
  const workspace = await Workspace.open(path, { derivations: [failingDerivation] });
  await workspace.import({ paths, workers: 0 });
  await workspace.close();
}

export async function rowsOf(workspace: Workspace, sql: string): Promise<readonly (readonly Json[])[]> {
  return (await workspace.table(sql)).rows;
}

/** A file of several blocks with every kind of record. */
export function large(magic: string, lines: number): string {
  const out = [magic];
  const start = 1_700_000_000_000_000_000n;
  for (let i = 0; i < lines; i++) {
    const time = start + BigInt(i) * 1000n;
    out.push(`S ${time} cycles proc${i % 50} main;f${i % 1000};g${i % 37};leaf${i % 11}`);
    if (i % 3 === 0)
      out.push(
        `E ${time} proc${i % 7} ${i / 8} user${i % 900} message number ${i} is long enough ${'x'.repeat(i % 40)}`,
      );
    if (i % 5 === 0) out.push(`M ${time} counter${i % 3} ${i}`);
    if (i % 1000 === 0) out.push('', 'what is this');
  }
  return `${out.join('\n')}\n`;
}
