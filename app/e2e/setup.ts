/** Imports the workspaces that window tests open copies of, once for all tests. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { fixture } from '../../fixtures/shared.ts';
import { workspaces } from './workspaces.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the workspaces. */
    readonly workspaces: string;
  }
}

const command = join(import.meta.dirname, '../../bin/aftertrace.js');

export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-workspaces-'));
  const run = promisify(execFile);
  await Promise.all(
    Object.entries(workspaces).map(([name, captures]) =>
      run(process.execPath, [
        command,
        'import',
        join(folder, `${name}.aftertrace`),
        ...captures.map(path => fixture(path)),
      ]),
    ),
  );
  project.provide('workspaces', folder);
  return () => rmSync(folder, { recursive: true });
}
