/**
 * `npm run dev` as a process. Only its output is seen, not its window: a test opens another window on its
 * page.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { display } from './window.ts';

export class Dev {
  said = '';
  private readonly settings = mkdtempSync(join(tmpdir(), 'aftertrace-dev-settings-'));
  private readonly process: ChildProcess;

  private constructor(folder: string, args: readonly string[]) {
    const electron = process.env.AFTERTRACE_ELECTRON;
    this.process = spawn(process.execPath, ['scripts/dev.js', ...args, `--user-data-dir=${this.settings}`], {
      cwd: folder,
      env: {
        ...process.env,
        ...display(),
        ...(electron && { ELECTRON_OVERRIDE_DIST_PATH: dirname(electron) }),
      },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    this.process.stderr!.on('data', data => {
      this.said += data;
    });
  }

  /** Runs it in a folder with the sources; resolves when its page is served. */
  static async start(folder: string, ...args: readonly string[]): Promise<Dev> {
    const dev = new Dev(folder, args);
    await vi.waitFor(() => expect(dev.said).toMatch(served), 60_000);
    return dev;
  }

  get page(): string {
    return served.exec(this.said)?.[1] ?? '';
  }

  async end(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await ended;
    rmSync(this.settings, { recursive: true, force: true });
  }
}

const served = /served at (\S+)/;
