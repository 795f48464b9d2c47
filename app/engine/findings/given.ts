/** What callers give for findings, checked: they may be a window, a command or a file. */
import type { EvidenceRequest, FindingMark, Summary } from '../../../analyzers/findings/finding.ts';
import type { FindingDraft } from '../../contract.ts';
import { EngineError } from '../errors.ts';

/** Characters. */
const mostTitle = 1000;
const mostText = 2 ** 20;
const mostView = 2 ** 20;
/** Of each list of a finding. */
const mostOf = 1000;

type Values = Omit<FindingDraft, 'evidence'>;

export function checkedValues({ title, text, tags, links, marks }: Partial<Values>): Partial<Values> {
  return {
    ...(title !== undefined && { title: line('title', title) }),
    ...(text !== undefined && { text: words('text', text, mostText) }),
    ...(tags !== undefined && {
      tags: [...new Set(list('tags', tags).map(tag => line('tag', tag)))].filter(Boolean),
    }),
    ...(links !== undefined && { links: [...new Set(list('links', links).map(id => whole('link', id)))] }),
    ...(marks !== undefined && { marks: list('marks', marks).map(mark) }),
  };
}

export function checkedSummary({ title, text }: Summary): Summary {
  return { title: line('title', title), text: words('text', text, mostText) };
}

/** Parameters are checked by the question, and the scope by what it is asked with. */
export function checkedRequest(given: EvidenceRequest): EvidenceRequest {
  const { question, params, scope, arrangement, rows, row, view } = given;
  return {
    question: words('question', question, mostTitle),
    params: { ...params },
    scope: { ...scope },
    arrangement: { ...arrangement },
    ...(rows && {
      rows: { offset: whole('offset', rows.offset), limit: Math.max(1, whole('limit', rows.limit)) },
    }),
    row: row === null ? null : whole('row', row),
    view: view === null ? null : words('view', view, mostView),
  };
}

function mark(given: FindingMark): FindingMark {
  switch (given.kind) {
    case 'time':
      if (typeof given.from === 'bigint' && (given.to === null || typeof given.to === 'bigint'))
        return { kind: 'time', from: given.from, to: given.to };
      break;
    case 'line':
      return { kind: 'line', capture: whole('capture', given.capture), line: whole('line', given.line) };
    case 'thing':
      return {
        kind: 'thing',
        refers: words('refers', given.refers, mostTitle),
        name: words('name', given.name, mostText),
      };
  }
  throw new EngineError(
    'bad-request',
    'A mark is a time, a line of a capture, or a thing that a column refers to.',
  );
}

function list<T>(what: string, given: readonly T[]): readonly T[] {
  if (!Array.isArray(given)) throw new EngineError('bad-request', `The ${what} are a list.`);
  if (given.length > mostOf)
    throw new EngineError('too-large', `A finding has at most ${mostOf} ${what}, not ${given.length}.`);
  return given;
}

function words(what: string, given: string, most: number): string {
  if (typeof given !== 'string') throw new EngineError('bad-request', `The ${what} is a text.`);
  if (given.length > most)
    throw new EngineError(
      'too-large',
      `The ${what} has ${given.length} characters; there is room for ${most}.`,
    );
  // Half a surrogate pair is no UTF-8, and SQL ends at NUL.
  return Buffer.from(given, 'utf8').toString('utf8').replaceAll('\0', '\ufffd');
}

const line = (what: string, given: string): string =>
  words(what, given, mostTitle)
    .replace(/[\r\n\t]+/g, ' ')
    .trim();

function whole(what: string, given: number): number {
  if (Number.isSafeInteger(given) && given >= 0) return given;
  throw new EngineError('bad-request', `The ${what} is a whole number, not "${given}".`);
}
