/**
 * Entry of the engine's own process, an Electron utility process.
 *
 * The main process sends `{ type: 'connect' }` with one port for each window that uses the engine (a reloaded
 * window connects again); the window holds the other end. Rows do not pass through the main process. `{ type:
 * 'stop' }` ends the process after closing the workspace, which deletes an unsaved file.
 */
import { traceProcess } from '../../workspace/trace.ts';
import type { EngineEvents } from '../contract.ts';
import { dataFolder } from './data-folder.ts';
import { Engine } from './engine.ts';
import { serve } from './serve.ts';
import { usualFolders } from './user-formats.ts';
import { version, workerFile } from './version.ts';

/** The used parts of Electron's `MessagePortMain` and `ParentPort`, whose types come only with Electron. */
interface Port {
  postMessage(message: unknown): void;
  start(): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
}
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown; ports: readonly Port[] }) => void): void;
}

traceProcess('Aftertrace engine');

const { parentPort } = process as unknown as { parentPort: ParentPort };
const windows = new Set<EngineEvents>();

const engine = new Engine(
  {
    version,
    worker: workerFile,
    ...(process.env.AFTERTRACE_UNSAVED && { unsaved: process.env.AFTERTRACE_UNSAVED }),
    data: dataFolder(process.env, process.platform),
    userFormats: { named: [], usual: usualFolders(process.env, process.platform) },
  },
  {
    progress: (job, progress) => {
      for (const window of windows) window.progress(job, progress);
    },
    changed: workspace => {
      for (const window of windows) window.changed(workspace);
    },
    findingsChanged: findings => {
      for (const window of windows) window.findingsChanged(findings);
    },
  },
);

// A terminal sends these signals to all processes of a program. This process ends only when the main process
// says so, after closing the workspace.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

parentPort.on('message', ({ data, ports }) => {
  const [port] = ports;
  const type = (data as { type?: unknown } | null)?.type;
  if (type === 'stop') void engine.close().finally(() => process.exit(0));
  if (type !== 'connect' || !port) return;
  const window = serve(engine, {
    post: message => port.postMessage(message),
    onMessage: listener => port.on('message', event => listener(event.data)),
  });
  windows.add(window);
  port.on('close', () => windows.delete(window));
  port.start();
});
