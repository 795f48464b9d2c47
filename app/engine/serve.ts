/** Serves the engine over message ports: birpc calls in, answers and events out, errors with their codes. */
import { createBirpc } from 'birpc';
import { mark, traced } from '../../workspace/trace.ts';
import type { EngineApi, EngineEvents } from '../contract.ts';
import { toWireError } from './errors.ts';

/** The common part of `MessagePortMain` and Node's `MessagePort`, with messages unwrapped. */
export interface Channel {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/**
 * Only these methods can be called from outside, whatever else the engine object has. Interfaces do not exist
 * at run time, so their names are repeated here; the compiler rejects missing and extra names.
 */
const methods: Readonly<Record<keyof EngineApi, true>> = {
  info: true,
  tracePage: true,
  open: true,
  complete: true,
  resume: true,
  workspace: true,
  saveAs: true,
  close: true,
  unsaved: true,
  recover: true,
  discard: true,
  import: true,
  formats: true,
  remove: true,
  restore: true,
  forgetUnread: true,
  setClock: true,
  undoClock: true,
  table: true,
  raw: true,
  view: true,
  keepView: true,
  saved: true,
  keepSaved: true,
  exportSaved: true,
  importSaved: true,
  questions: true,
  ask: true,
  page: true,
  find: true,
  release: true,
  exportAnswer: true,
  findings: true,
  evidence: true,
  findingsDocument: true,
  addFinding: true,
  changeFinding: true,
  removeFinding: true,
  orderFindings: true,
  changeSummary: true,
  addEvidence: true,
  renewEvidence: true,
  checkFindings: true,
  undoFindings: true,
  redoFindings: true,
  cutDown: true,
  report: true,
  cancel: true,
};

/** Answers calls on `channel`. Returns a sender of events on it. */
export function serve(engine: EngineApi, channel: Channel): EngineEvents {
  const rpc = createBirpc<EngineEvents, object>(
    {},
    {
      post: message => {
        mark('port', 'message to the page');
        channel.post(message);
      },
      on: listener => channel.onMessage(listener),
      // No timeout, because an import may take long; the port closes if either side ends.
      timeout: -1,
      eventNames: ['progress', 'changed', 'findingsChanged'],
      resolver: (name: string) =>
        Object.hasOwn(methods, name) ? call(engine, name as keyof EngineApi) : undefined,
    },
  );
  return {
    progress: (job, progress) => void rpc.progress(job, progress),
    changed: workspace => void rpc.changed(workspace),
    findingsChanged: findings => void rpc.findingsChanged(findings),
  };
}

/** Rejects with a plain object: a cloned `Error` would arrive without its code. */
function call(engine: EngineApi, name: keyof EngineApi) {
  const method = engine[name] as (...args: readonly unknown[]) => Promise<unknown>;
  return async (...args: unknown[]) => {
    try {
      return await traced({ category: 'port', name }, () => method.apply(engine, args));
    } catch (error) {
      throw toWireError(error);
    }
  };
}
