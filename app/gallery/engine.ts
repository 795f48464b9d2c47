/** An engine with the gallery's fixed answers; other questions have answers without rows. */
import { createBirpc } from 'birpc';
import { analyzers } from '../../analyzers/analyzers.ts';
import type { Answer } from '../../analyzers/contract.ts';
import { allRows, sortedRows } from '../../analyzers/order.ts';
import type {
  AnswerHead,
  AskRequest,
  EngineApi,
  EngineEvents,
  FindRequest,
  PageRequest,
  WireError,
  WorkspaceInfo,
} from '../contract.ts';
import { emptyWorkspace } from '../empty-workspace.ts';
import { pickRows } from '../engine/page.ts';
import type { PortMessage } from '../shell.ts';
import { fixed } from './fixed.ts';
import { exhibits } from './shapes.ts';
import { failing, unanswered } from './states.ts';

const workspace: WorkspaceInfo = {
  ...emptyWorkspace,
  // With a path, closing the window does not ask about an unsaved workspace.
  path: 'gallery.aftertrace',
};

const known = new Map(Object.values(exhibits).map(({ question, answer }) => [question, answer]));
const held: Answer[] = [];

async function ask(_job: string, { question, params }: AskRequest): Promise<AnswerHead> {
  if (question === unanswered) await new Promise(() => undefined);
  if (question === failing.question)
    throw { code: 'bad-request', message: failing.message } satisfies WireError;
  const answer = known.get(question) ?? fixed(question, []).answer;
  const { whole = null, ...facts } = question === 'call-tree' ? under(answer, params) : answer;
  held.push({ ...facts, ...(whole && { whole }) });
  const { data: _, ...head } = facts;
  return { ...head, answer: held.length - 1, whole, elapsed: 1_200_000, revision: workspace.revision };
}

/** The rows of a tree up to `depth` levels below a node. */
function under(answer: Answer, { node = 0, depth = 0 }: AskRequest['params']): Answer {
  const numbers = (name: string) =>
    answer.data[answer.columns.findIndex(column => column.name === name)] as Float64Array;
  const [nodes, depths] = [numbers('node'), numbers('depth')];
  const root = nodes.indexOf(Number(node));
  const top = root < 0 ? 0 : depths[root]! + 1;
  const next = depths.findIndex((each, row) => row > root && each < top);
  const rows = allRows(answer.rows).filter(
    row => row > root && (next < 0 || row < next) && (depth === 0 || depths[row]! < top + Number(depth)),
  );
  return { ...answer, rows: rows.length, data: pickRows(answer.data, rows) };
}

function arranged(answer: Answer, { sort }: Pick<PageRequest, 'sort'>): Uint32Array {
  const data = answer.data[answer.columns.findIndex(({ name }) => name === sort?.column)];
  return data && sort ? sortedRows(data, sort.descending) : allRows(answer.rows);
}

async function page(_job: string, id: number, { offset, limit, ...arrangement }: PageRequest) {
  const answer = held[id]!;
  const rows = arranged(answer, arrangement).subarray(offset, offset + limit);
  return { total: answer.rows, rows: rows.length, data: pickRows(answer.data, rows) };
}

/** The next row that contains the text. */
async function find(_job: string, id: number, { sought, after, backwards, ...arrangement }: FindRequest) {
  if (!('contains' in sought)) return -1;
  const answer = held[id]!;
  const rows = arranged(answer, arrangement);
  const needle = sought.contains.toLowerCase();
  const columns = answer.data.flatMap(data => (ArrayBuffer.isView(data) ? [] : [data]));
  const has = (row: number) =>
    columns.some(({ index, values }) => values[index[row]!]?.toLowerCase().includes(needle));
  for (let at = after; at >= 0 && at < rows.length; at += backwards ? -1 : 1) if (has(rows[at]!)) return at;
  return -1;
}

const api: Partial<EngineApi> = {
  info: async () => ({ version: '', cores: 1, isTraced: false }),
  questions: async () => analyzers.map(({ answer: _, ...info }) => info),
  resume: async () => ({ workspace, wasReading: false }),
  workspace: async () => workspace,
  unsaved: async () => [],
  view: async () => null,
  keepView: async () => undefined,
  saved: async () => [
    { name: 'Slow statements', of: 'search', text: 'duration>1s' },
    { name: '<b>Errors</b>', of: 'search', text: 'level:error' },
  ],
  keepSaved: async saved => saved,
  ask,
  page,
  find,
  release: async () => undefined,
  cancel: async () => undefined,
};

/** Sends the page a port to this engine, as the main process does with the real one. */
export function connect(window: Window): void {
  const { port1, port2 } = new MessageChannel();
  createBirpc<EngineEvents, Partial<EngineApi>>(api, {
    post: message => port1.postMessage(message),
    on: listener => {
      port1.onmessage = event => listener(event.data);
    },
    timeout: -1,
  });
  window.postMessage({ aftertrace: 'engine', reason: null } satisfies PortMessage, '*', [port2]);
}
