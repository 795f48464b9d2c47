/** The engine behind message ports: birpc calls in, answers and events out, errors with their codes. */
import { createBirpc } from 'birpc';
import { mark, traced } from '../../workspace/trace.ts';
import type { EngineApi, EngineEvents } from '../contract.ts';
import { toWireError } from './errors.ts';

/** What `MessagePortMain` and Node's `MessagePort` have in common once messages are unwrapped. */
export interface Channel {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/**
 * Only these can be called from outside, whatever else the engine object has. An interface does not exist at run time, so its
 * names are said again here; the compiler refuses one too few and one too many.
 */
const methods: Readonly<Record<keyof EngineApi, true>> = {
  info: true,
  tracePage: true,
  open: true,
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

/** Answers calls that come through `channel`. Returns what sends events through it. */
export function serve(engine: EngineApi, channel: Channel): EngineEvents {
  const rpc = createBirpc<EngineEvents, object>(
    {},
    {
      post: message => {
        mark('port', 'message to the page');
        channel.post(message);
      },
      on: listener => channel.onMessage(listener),
      // An import takes as long as it takes; the death of either side is seen on the port, not by a timer.
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
