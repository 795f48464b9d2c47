import { join } from 'node:path';
import { app, type BrowserWindow, MessageChannelMain, type UtilityProcess, utilityProcess } from 'electron';
import type { PortMessage } from '../shell.ts';
import { formatsFolder } from './user-formats.ts';

/** After this many crashes in this time the engine is not started again. */
const restartLimit = 3;
const restartWindowMs = 60_000;

/** Longest time an engine may take to close its workspace. */
const closingMs = 5000;

/**
 * Starts the engine's process when the window first needs it, and again after a crash. Each time the window gets a new port,
 * and the reason of the crash, and restores its own state.
 */
export class EngineProcess {
  private child: UtilityProcess | null = null;
  private deaths: number[] = [];
  private isStopping = false;

  constructor(private readonly window: BrowserWindow) {}

  /** Sends the window a port; a reloaded window gets a new port to the same engine. */
  connect(reason: string | null = null): void {
    if (this.isStopping) return;
    this.child ??= this.fork();
    const { port1, port2 } = new MessageChannelMain();
    this.child.postMessage({ type: 'connect' }, [port1]);
    this.window.webContents.postMessage('engine', { aftertrace: 'engine', reason } satisfies PortMessage, [
      port2,
    ]);
  }

  /** Resolves when the process has ended: after closing its workspace, or killed if that takes too long. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const { child } = this;
    if (!child) return;
    const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
    const killer = setTimeout(() => child.pid !== undefined && process.kill(child.pid, 'SIGKILL'), closingMs);
    child.postMessage({ type: 'stop' });
    await exited;
    clearTimeout(killer);
  }

  /** Ends the process without closing its workspace; the next start offers the unsaved one. */
  async abandon(): Promise<void> {
    if (this.child?.pid !== undefined) process.kill(this.child.pid, 'SIGKILL');
    await this.stop();
  }

  private fork(): UtilityProcess {
    const child = utilityProcess.fork(join(__dirname, 'engine.cjs'), [], {
      serviceName: 'Aftertrace engine',
      stdio: 'inherit',
      // Unsaved workspaces are beside the settings, wherever `--user-data-dir` puts them.
      env: {
        AFTERTRACE_FORMATS: formatsFolder(),
        AFTERTRACE_UNSAVED: join(app.getPath('userData'), 'unsaved'),
        ...process.env,
      },
    });
    child.once('exit', code => this.died(code));
    return child;
  }

  private died(code: number): void {
    this.child = null;
    // A crashed or closing page cannot receive a port.
    if (this.isStopping || this.window.isDestroyed() || this.window.webContents.isCrashed()) return;
    const now = Date.now();
    this.deaths = [...this.deaths.filter(at => now - at < restartWindowMs), now];
    const how = `The engine ended unexpectedly (exit code ${code})`;
    if (this.deaths.length > restartLimit) {
      this.window.webContents.send(
        'engine-gone',
        `${how} ${this.deaths.length} times in a minute. Restart Aftertrace.`,
      );
      return;
    }
    this.connect(`${how} and was started again.`);
  }
}
