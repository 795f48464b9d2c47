/** An engine with fixed answers, for the gallery and for tests of components. */
import { createBirpc } from 'birpc';
import { analyzers } from '../../analyzers/analyzers.ts';
import type { Answer } from '../../analyzers/contract.ts';
import { allRows, sortedRows } from '../../analyzers/kit/order.ts';
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
import { matcherOf } from '../engine/row-matcher.ts';
import type { PortMessage } from '../shell.ts';
import { fixed } from './fixed.ts';

/** The answer to a question, or a function that gives it, throws a {@link WireError}, or never resolves. */
export type FixedAnswer = Answer | ((request: AskRequest) => Answer | Promise<Answer>);

export interface FixedWorkspace {
  /** By question; others have an answer without rows. */
  readonly answers?: Readonly<Record<string, FixedAnswer>>;
  readonly workspace?: Partial<WorkspaceInfo>;
  readonly api?: Partial<EngineApi>;
}

/** The api of an engine with one fixed workspace. */
export function fixedEngine({ answers = {}, workspace: facts, api }: FixedWorkspace): Partial<EngineApi> {
  const workspace: WorkspaceInfo = { ...emptyWorkspace, ...facts };
  const held: Answer[] = [];

  async function ask(_job: string, request: AskRequest): Promise<AnswerHead> {
    const { question, params } = request;
    const given = answers[question] ?? fixed(question, []).answer;
    const answer = typeof given === 'function' ? await given(request) : given;
    const { whole = null, ...facts } = question === 'call-tree' ? under(answer, params) : answer;
    held.push({ ...facts, ...(whole && { whole }) });
    const { data: _, ...head } = facts;
    return { ...head, answer: held.length - 1, whole, elapsed: 1_200_000, revision: workspace.revision };
  }

  async function page(_job: string, id: number, { offset, limit, ...arrangement }: PageRequest) {
    const answer = held[id]!;
    const rows = arranged(answer, arrangement).subarray(offset, offset + limit);
    return { total: answer.rows, rows: rows.length, data: pickRows(answer.data, rows) };
  }

  /** The next row that matches. */
  async function find(_job: string, id: number, request: FindRequest) {
    const { sought, after, backwards, ...arrangement } = request;
    const answer = held[id]!;
    const rows = arranged(answer, arrangement);
    const matches = matcherOf(answer, sought);
    for (let at = after; at >= 0 && at < rows.length; at += backwards ? -1 : 1)
      if (matches(rows[at]!)) return at;
    return -1;
  }

  return {
    info: async () => ({ version: '', cores: 1, isTraced: false }),
    questions: async () => analyzers.map(({ answer: _, ...info }) => info),
    resume: async () => ({ workspace, wasReading: false }),
    workspace: async () => workspace,
    unsaved: async () => [],
    view: async () => null,
    keepView: async () => undefined,
    saved: async () => [],
    keepSaved: async saved => saved,
    ask,
    page,
    find,
    release: async () => undefined,
    cancel: async () => undefined,
    ...api,
  };
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

/** Sends the page a port to an engine, as the main process does with the real one. Returns the port. */
export function connect(window: Window, api: Partial<EngineApi>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  createBirpc<EngineEvents, Partial<EngineApi>>(api, {
    post: message => port1.postMessage(message),
    on: listener => {
      port1.onmessage = event => listener(event.data);
    },
    timeout: -1,
  });
  const data: PortMessage = { aftertrace: 'engine', reason: null };
  window.dispatchEvent(new MessageEvent('message', { data, source: window, ports: [port2] }));
  return port1;
}
