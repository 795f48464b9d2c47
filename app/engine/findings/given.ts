/** Checks what callers give for findings: a window, a command, or an untrusted report. */
import type { Arrangement, Scope } from '../../../analyzers/contract.ts';
import type {
  Evidence,
  EvidenceRequest,
  Finding,
  FindingMark,
  Summary,
} from '../../../analyzers/findings/finding.ts';
import type { FindingDraft } from '../../contract.ts';
import { EngineError } from '../errors.ts';

/** Upper bounds, characters. */
const maxTitle = 1000;
const maxText = 2 ** 20;
const maxView = 2 ** 20;
/** Upper bound of each list of a finding. */
const maxItems = 1000;

type Values = Omit<FindingDraft, 'evidence'>;

export function checkedValues({ title, text, tags, links, marks }: Partial<Values>): Partial<Values> {
  return {
    ...(title !== undefined && { title: line('title', title) }),
    ...(text !== undefined && { text: words('text', text, maxText) }),
    ...(tags !== undefined && {
      tags: [...new Set(list('tags', tags).map(tag => line('tag', tag)))].filter(Boolean),
    }),
    ...(links !== undefined && { links: [...new Set(list('links', links).map(id => whole('link', id)))] }),
    ...(marks !== undefined && { marks: list('marks', marks).map(mark) }),
  };
}

export function checkedSummary({ title, text }: Summary): Summary {
  return { title: line('title', title), text: words('text', text, maxText) };
}

/** Checks all but the parameters, which the question checks. */
export function checkedRequest(request: EvidenceRequest): EvidenceRequest {
  const { question, params, scope, arrangement, rows, row, view } = request;
  return {
    question: words('question', question, maxTitle),
    params: { ...params },
    scope: checkedScope(scope),
    arrangement: checkedArrangement(arrangement),
    ...(rows && {
      rows: { offset: whole('offset', rows.offset), limit: Math.max(1, whole('limit', rows.limit)) },
    }),
    row: row === null ? null : whole('row', row),
    view: view === null ? null : words('view', view, maxView),
  };
}

function mark(input: FindingMark): FindingMark {
  switch (input.kind) {
    case 'time':
      if (typeof input.from === 'bigint' && (input.to === null || typeof input.to === 'bigint'))
        return { kind: 'time', from: input.from, to: input.to };
      break;
    case 'line':
      return { kind: 'line', capture: whole('capture', input.capture), line: whole('line', input.line) };
    case 'thing':
      return {
        kind: 'thing',
        refers: words('refers', input.refers, maxTitle),
        name: words('name', input.name, maxText),
      };
  }
  throw new EngineError(
    'bad-request',
    'A mark is a time, a line of a capture, or a thing that a column refers to.',
  );
}

function list<T>(name: string, input: readonly T[]): readonly T[] {
  if (!Array.isArray(input)) throw new EngineError('bad-request', `The ${name} are a list.`);
  if (input.length > maxItems)
    throw new EngineError('too-large', `A finding has at most ${maxItems} ${name}, not ${input.length}.`);
  return input;
}

function words(name: string, input: string, maxLength: number): string {
  if (typeof input !== 'string') throw new EngineError('bad-request', `The ${name} is a text.`);
  if (input.length > maxLength)
    throw new EngineError(
      'too-large',
      `The ${name} has ${input.length} characters; there is room for ${maxLength}.`,
    );
  // Replaces lone surrogates, which UTF-8 cannot hold, and NUL, at which SQL ends.
  return Buffer.from(input, 'utf8').toString('utf8').replaceAll('\0', '\ufffd');
}

const line = (name: string, input: string): string =>
  words(name, input, maxTitle)
    .replace(/[\r\n\t]+/g, ' ')
    .trim();

function whole(name: string, input: number): number {
  if (Number.isSafeInteger(input) && input >= 0) return input;
  throw new EngineError('bad-request', `The ${name} is a whole number, not "${input}".`);
}

type Check<T> = (value: unknown) => value is T;
const isText: Check<string> = (value): value is string =>
  typeof value === 'string' && value.length <= maxText;
const isNumber: Check<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isWhole: Check<number> = (value): value is number => Number.isSafeInteger(value);
const isWide: Check<bigint> = value => typeof value === 'bigint';
const isFlag: Check<boolean> = value => typeof value === 'boolean';
const listOf =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(check);

/**
 * Checks for each part of a scope. An invalid part is rejected, because ignoring it would change the answer.
 */
const scopeParts: { readonly [P in keyof Scope]-?: Check<NonNullable<Scope[P]>> } = {
  from: isWide,
  to: isWide,
  captures: listOf(isWhole),
  processes: listOf(isText),
  threads: listOf(isWhole),
  cpus: listOf(isWhole),
  minDuration: isNumber,
  maxDuration: isNumber,
  modules: listOf(isText),
  kind: isText,
  search: isText,
  weight: (value): value is 'samples' | 'period' => value === 'samples' || value === 'period',
  group: isText,
  withIdle: isFlag,
};

function checkedScope(input: Scope): Scope {
  const parts = Object.entries(input).filter(([, value]) => value !== undefined);
  for (const [part, value] of parts) {
    const check = Object.hasOwn(scopeParts, part) ? scopeParts[part as keyof Scope] : undefined;
    if (!check?.(value)) throw new EngineError('bad-request', `The scope has no such part: ${part}.`);
  }
  return Object.fromEntries(parts);
}

function checkedArrangement({ sort, filter }: Arrangement): Arrangement {
  return {
    ...(sort && {
      sort: { column: words('column', sort.column, maxTitle), descending: sort.descending === true },
    }),
    ...(filter !== undefined && { filter: words('filter', filter, maxText) }),
  };
}

/** The parts of a report's findings that a check needs. */
export function checkedFindings(findings: readonly Finding[]): readonly Finding[] {
  try {
    return list('findings', findings).map(finding => ({
      ...finding,
      id: whole('finding', finding.id),
      title: line('title', finding.title),
      evidence: list('evidence', finding.evidence).map(checkedEvidence),
    }));
  } catch (error) {
    // Any part may be missing in a document from elsewhere.
    const reason = error instanceof EngineError ? error.message : 'something of its evidence is missing.';
    throw new EngineError(
      'bad-request',
      `The findings of this report are not as Aftertrace writes them: ${reason}`,
    );
  }
}

function checkedEvidence(evidence: Evidence): Evidence {
  const { answer, captures } = evidence;
  const isCell = (cell: unknown) => cell === null || ['string', 'number', 'bigint'].includes(typeof cell);
  const hasRows =
    Array.isArray(answer.rows) && answer.rows.every(row => Array.isArray(row) && row.every(isCell));
  const hasColumns =
    Array.isArray(answer.columns) && answer.columns.every(({ name, kind }) => isText(name) && isText(kind));
  const hasCaptures =
    Array.isArray(captures) && captures.every(({ capture, name }) => isWhole(capture) && isText(name));
  if (!hasRows || !hasColumns || !hasCaptures)
    throw new EngineError('bad-request', `evidence ${evidence.id} has no answer.`);
  return {
    ...evidence,
    ...checkedRequest(evidence),
    version: words('version', evidence.version, maxTitle),
    answer: { ...answer, offset: whole('offset', answer.offset), total: whole('total', answer.total) },
  };
}
