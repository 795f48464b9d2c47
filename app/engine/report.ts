/**
 * Writes a report: the findings, checked and, if requested, redacted, with the captures read and the problems
 * found.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { AnswerData, Ask } from '../../analyzers/contract.ts';
import type { Evidence } from '../../analyzers/findings/finding.ts';
import { RedactionError, rulesFrom } from '../../analyzers/findings/redaction-rules.ts';
import { folded } from '../../analyzers/questions/folded/folded.ts';
import type { Outputs } from '../../workspace/database/outputs.ts';
import { iso } from '../../workspace/time.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type {
  CaptureInfo,
  EvidenceForm,
  Progress,
  ReportRequest,
  WorkspaceInfo,
  WrittenReport,
} from '../contract.ts';
import { reportHtml } from '../report/html.ts';
import { reportMarkdown } from '../report/markdown.ts';
import type { ReportModel, ReportProblem } from '../report/model.ts';
import { leftIn, type Redacted, redact } from '../report/redact.ts';
import { style } from '../report/style.ts';
import { EngineError } from './errors.ts';
import type { WorkspaceFindings } from './findings/findings.ts';
import { type HeldAnswer, heldAnswer } from './held.ts';
import { paramValues } from './params.ts';
import { analyzerOf } from './questions.ts';
import type { Sheet } from './sheet.ts';
import { toText, writePieces } from './text.ts';
import { writeAnswer } from './write-answer.ts';

/** The workspace that a report is written from. */
export interface ReportSource {
  readonly workspace: Workspace;
  readonly noted: WorkspaceFindings;
  readonly ask: Ask;
  readonly cancel: AbortSignal;
  readonly info: () => Promise<WorkspaceInfo>;
  readonly onProgress: (progress: Progress) => void;
}

/** Used if nothing is written. */
const noCheck = { evidence: [], stale: 0, failed: 0 };

/** Number of problems listed; the workspace has all. */
const maxProblems = 50;

/** All files are given their names together, when all are written; `changed` is thrown if captures change meanwhile. */
export function writeReport(source: ReportSource, request: ReportRequest): Promise<WrittenReport> {
  const { workspace, cancel } = source;
  return workspace.withOutputs({ cancel }, outputs =>
    workspace.unchanged(() => writeFiles(source, outputs, request)),
  );
}

async function writeFiles(
  source: ReportSource,
  outputs: Outputs,
  { path, zone = 'UTC', rules, evidence }: ReportRequest,
): Promise<WrittenReport> {
  const { noted, ask, onProgress } = source;
  const form = path === null ? null : formOf(path);
  if (path !== null && existsSync(dirname(path))) await outputs.check(path);
  const check = form === null ? noCheck : await noted.check(ask, onProgress);
  const workspace = await source.info();
  const model: ReportModel = {
    document: await noted.document(),
    name: workspace.path === null ? 'not saved' : basename(workspace.path).replace(/\.aftertrace$/, ''),
    captures: workspace.captures.map(capture => ({
      id: capture.id,
      name: capture.name,
      path: capture.path,
      format: capture.formatTitle,
      start: capture.start,
      end: capture.end,
      clock: capture.clock.source,
      unit: capture.unit,
      skipped: capture.skipped,
      rows: Object.values(capture.rows).reduce((sum, rows) => sum + rows, 0),
      host: capture.host,
    })),
    problems: await problemsOf(ask, workspace.captures),
    check: { evidence: check.evidence.length, differing: check.stale + check.failed },
    zone,
    replaced: null,
  };
  if (model.document.findings.length === 0)
    throw new EngineError('bad-request', 'The workspace has no findings to export: create one first.');
  const redacted = rules === undefined ? null : redacting(model, rules);
  const exported = redacted?.model ?? model;
  const replaced = redacted?.names ?? [];
  if (path === null || form === null) return { files: [], bytes: 0, checked: 0, differing: 0, replaced };
  const files = new Map<string, string>();
  if (form === 'html') files.set(path, reportHtml(exported, hashOf));
  else {
    const { text, pictures } = reportMarkdown(exported, style);
    files.set(path, text);
    for (const [name, svg] of pictures) files.set(join(dirname(path), name), svg);
  }
  const isText = evidence === 'csv' || evidence === 'json';
  if (redacted && evidence !== undefined) {
    if (!isText)
      throw new EngineError(
        'bad-request',
        'Redacted answers can only be written as csv or json: choose one.',
      );
    for (const [name, text] of await storedEvidence(exported, evidence))
      files.set(join(dirname(path), name), text);
  }
  if (redacted) complain([...files.values()], redacted);
  for (const [file, text] of files) {
    outputs.makeFolder(dirname(file));
    await outputs.write(file, part => writeFile(part, text));
  }
  const evidencePaths =
    evidence === undefined || redacted
      ? []
      : await evidenceFiles(source, outputs, exported, dirname(path), evidence);
  return {
    files: [...files.keys(), ...evidencePaths],
    bytes: [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    checked: check.evidence.length,
    differing: check.stale + check.failed,
    replaced,
  };
}

function formOf(path: string): 'html' | 'markdown' {
  const extension = extname(path).toLowerCase();
  if (extension === '.html' || extension === '.htm') return 'html';
  if (extension === '.md' || extension === '.markdown') return 'markdown';
  throw new EngineError(
    'bad-request',
    `${path} has no known extension: a report is written as .html or .md; the window can print a PDF.`,
  );
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

function redacting(model: ReportModel, rules: string): Redacted {
  try {
    return redact(model, rulesFrom(rules));
  } catch (error) {
    if (error instanceof RedactionError) throw new EngineError('bad-request', error.message);
    throw error;
  }
}

/** Throws if a text still contains a name to be replaced. */
function complain(texts: readonly string[], redacted: Redacted): void {
  const leftNames = new Set(texts.flatMap(text => leftIn(text, redacted)));
  if (leftNames.size > 0)
    throw new EngineError(
      'bad-request',
      `Parts of ${leftNames.size} names would remain in the report (${[...leftNames].slice(0, 5).join(', ')}): nothing was written. Add patterns that match the whole names.`,
    );
}

async function problemsOf(ask: Ask, captures: readonly CaptureInfo[]): Promise<ReportProblem[]> {
  const names = new Map(captures.map(({ id, name }) => [id, name]));
  const held = await heldFor(ask, { question: 'problems', params: {}, scope: {} });
  const { data, rows } = await held.page(ask, { offset: 0, limit: 1000 });
  const at = (name: string) => data[held.answer.columns.findIndex(column => column.name === name)];
  const [places, severities, messages, counts] = [at('capture'), at('severity'), at('message'), at('count')];
  return Array.from({ length: rows }, (_, row) => ({
    capture: names.get(numberAt(places, row)) ?? '',
    severity: textAt(severities, row),
    message: textAt(messages, row),
    count: numberAt(counts, row),
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxProblems);
}

async function heldFor(
  ask: Ask,
  { question, params, scope }: Pick<Evidence, 'question' | 'params' | 'scope'>,
): Promise<HeldAnswer> {
  const analyzer = analyzerOf(question);
  return heldAnswer(await analyzer.answer(ask, paramValues(analyzer, params), scope));
}

const numberAt = (data: AnswerData | undefined, row: number): number =>
  data instanceof Float64Array ? (data[row] ?? Number.NaN) : Number.NaN;

const textAt = (data: AnswerData | undefined, row: number): string =>
  data && 'index' in data ? (data.values[data.index[row]!] ?? '') : '';

/**
 * Names and contents of files: the rows of each piece of evidence that the report holds, redacted like the
 * report.
 */
async function storedEvidence(
  { document }: ReportModel,
  as: 'csv' | 'json',
): Promise<readonly (readonly [name: string, text: string])[]> {
  const files: [string, string][] = [];
  for (const finding of document.findings)
    for (const { id, question, answer } of finding.evidence) {
      const sheet: Sheet = {
        names: answer.columns.map(({ name }) => name),
        rows: answer.rows.length,
        cell: (row, column) => {
          const cell = answer.rows[row]?.[column] ?? null;
          return typeof cell === 'bigint' ? iso(cell) : cell;
        },
      };
      const pieces: string[] = [];
      for await (const piece of toText([sheet], as)) pieces.push(piece);
      files.push([`finding-${finding.id}-${id}-${question}.${as}`, pieces.join('')]);
    }
  return files;
}

/**
 * Asks each question again and writes the whole answer to a file beside the report; `folded` includes only
 * evidence from samples.
 */
async function evidenceFiles(
  { ask, cancel }: ReportSource,
  outputs: Outputs,
  { document }: ReportModel,
  folder: string,
  as: EvidenceForm,
): Promise<string[]> {
  const files: string[] = [];
  for (const finding of document.findings)
    for (const evidence of finding.evidence) {
      const file = join(folder, `finding-${finding.id}-${evidence.id}-${evidence.question}.${as}`);
      if (as === 'folded' && !analyzerOf(evidence.question).needs.includes('sample')) continue;
      await outputs.write(file, async part => {
        if (as !== 'folded')
          return writeAnswer(part, ask, await heldFor(ask, evidence), evidence.arrangement, as, cancel);
        const { chunks } = await folded(ask, evidence.scope, {});
        return writePieces(part, chunks, cancel);
      });
      files.push(file);
    }
  return files;
}
