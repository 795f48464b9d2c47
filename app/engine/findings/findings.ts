/** The findings part of `EngineApi`, for the open workspace. */
import type { Ask } from '../../../analyzers/contract.ts';
import type {
  Evidence,
  EvidenceRequest,
  Finding,
  Findings,
  Summary,
} from '../../../analyzers/findings/finding.ts';
import { documentFormat, type FindingsDocument } from '../../../analyzers/findings/json.ts';
import { lastingParams } from '../../../analyzers/findings/lasting-params.ts';
import type { CaptureRecord } from '../../../workspace/store/captures.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { CheckedEvidence, CheckReport, FindingChange, FindingDraft, Progress } from '../../contract.ts';
import { EngineError } from '../errors.ts';
import { analyzerOf } from '../questions.ts';
import { type Checked, check, checkRedacted } from './check.ts';
import type { FindingDocument } from './documents.ts';
import { sourcesOf, take } from './evidence.ts';
import { checkedFindings, checkedRequest, checkedSummary, checkedValues } from './given.ts';
import { FindingStore, type NewEvidence } from './store.ts';

type Listener = (progress: Progress) => void;

export class WorkspaceFindings {
  private readonly store: FindingStore;

  constructor(
    private readonly workspace: Workspace,
    private readonly version: string,
  ) {
    this.store = new FindingStore(workspace);
  }

  async all(): Promise<Findings> {
    const { findingsDoubt: doubt } = this.workspace;
    return { ...(await this.store.all()), ...(doubt !== null && { doubt }) };
  }

  evidence(id: number): Promise<Evidence> {
    return this.store.evidence(id);
  }

  async document(): Promise<FindingsDocument> {
    const whole = await this.store.whole();
    return { format: documentFormat, version: 1, program: this.version, redacted: false, ...whole };
  }

  async add(ask: Ask, { evidence = [], ...draft }: FindingDraft): Promise<number> {
    const values = checkedValues(draft);
    const { title = '' } = values;
    const captured: NewEvidence[] = [];
    for (const request of evidence) captured.push(await this.captureEvidence(ask, request));
    let added = 0;
    await this.store.change((before, ids) => {
      added = ids.finding();
      const now = epochNs();
      const last = ids.lastEvidence;
      const finding: FindingDocument = {
        text: '',
        tags: [],
        links: [],
        marks: [],
        ...values,
        title,
        id: added,
        evidence: captured.map((_, at) => last - captured.length + 1 + at),
        created: now,
        changed: now,
      };
      const description = `the new finding ${quoted(finding)}`;
      return { what: description, after: { ...before, findings: [...before.findings, finding] } };
    }, captured);
    return added;
  }

  async change(id: number, { evidence, ...change }: FindingChange): Promise<void> {
    const values = checkedValues(change);
    const parts = [...Object.keys(values), ...(evidence ? ['evidence'] : [])];
    if (parts.length === 0) return;
    await this.edit(id, finding => {
      if (
        evidence?.some(each => !finding.evidence.includes(each)) ||
        new Set(evidence).size !== (evidence?.length ?? 0)
      )
        throw new EngineError(
          'bad-request',
          `The evidence of finding ${id} can be reordered or left out, each at most once: it has ${finding.evidence.join(', ') || 'none'}.`,
        );
      const next = { ...finding, ...values, ...(evidence && { evidence }), changed: epochNs() };
      const isTyping = parts.length === 1 && (parts[0] === 'text' || parts[0] === 'title');
      return {
        next,
        what: `the ${parts.join(' and ')} of ${quoted(finding)}`,
        ...(isTyping && { typing: `${parts[0]} ${id}` }),
      };
    });
  }

  async remove(id: number): Promise<void> {
    await this.store.change(before => {
      const finding = byId(before.findings, id);
      const description = `the removal of ${quoted(finding)}`;
      return {
        what: description,
        after: { ...before, findings: before.findings.filter(each => each !== finding) },
      };
    });
  }

  async order(ids: readonly number[]): Promise<void> {
    await this.store.change(before => {
      const currentIds = before.findings.map(each => each.id);
      if (
        new Set(ids).size !== ids.length ||
        ids.length !== currentIds.length ||
        !currentIds.every(id => ids.includes(id))
      )
        throw new EngineError(
          'bad-request',
          `The order must list every finding exactly once; the findings are ${currentIds.join(', ') || 'none'}.`,
        );
      if (ids.join() === currentIds.join()) return null;
      return {
        what: 'the order of findings',
        after: { ...before, findings: ids.map(id => byId(before.findings, id)) },
      };
    });
  }

  async changeSummary(newSummary: Summary): Promise<void> {
    const summary = checkedSummary(newSummary);
    await this.store.change(before =>
      before.summary.title === summary.title && before.summary.text === summary.text
        ? null
        : { what: 'the summary', after: { ...before, summary }, typing: 'summary' },
    );
  }

  async addEvidence(ask: Ask, id: number, request: EvidenceRequest): Promise<number> {
    const captured = await this.captureEvidence(ask, request);
    let added = 0;
    await this.store.change(
      (before, ids) => {
        added = ids.lastEvidence;
        const finding = byId(before.findings, id);
        const next = { ...finding, evidence: [...finding.evidence, added], changed: epochNs() };
        return {
          what: `the new evidence of ${quoted(finding)}`,
          after: { ...before, findings: replaced(before.findings, next) },
        };
      },
      [captured],
    );
    return added;
  }

  async renewEvidence(ask: Ask, id: number): Promise<number> {
    const captured = await this.captureEvidence(ask, await this.store.evidence(id));
    let added = 0;
    await this.store.change(
      (before, ids) => {
        added = ids.lastEvidence;
        const finding = before.findings.find(({ evidence }) => evidence.includes(id));
        if (!finding) throw new EngineError('bad-request', `No finding has the evidence ${id}.`);
        const evidence = finding.evidence.map(each => (each === id ? added : each));
        return {
          what: `the refreshed answer of ${quoted(finding)}`,
          after: {
            ...before,
            findings: replaced(before.findings, { ...finding, evidence, changed: epochNs() }),
          },
        };
      },
      [captured],
    );
    return added;
  }

  /** Checks evidence of the workspace and stores the result with each. */
  async check(ask: Ask, onProgress: Listener, ids?: readonly number[]): Promise<CheckReport> {
    const { findings } = await this.store.whole();
    for (const id of ids ?? []) byId(findings, id);
    const selected = ids ? findings.filter(({ id }) => ids.includes(id)) : findings;
    return this.checkAll(ask, onProgress, selected, this.checkOne, async (evidence, checked) => {
      if (!this.workspace.isReadOnly) await this.store.keepChecks([{ id: evidence.id, ...checked }]);
    });
  }

  /** Checks findings from elsewhere, such as a report's, and stores nothing. */
  async checkDocument(
    ask: Ask,
    onProgress: Listener,
    { findings, redacted }: FindingsDocument,
  ): Promise<CheckReport> {
    const checkable = checkedFindings(findings);
    if (!redacted) return this.checkAll(ask, onProgress, checkable, this.checkOne);
    const ownEvidence = new Map(
      (await this.store.whole()).findings.flatMap(({ evidence }) => evidence.map(each => [each.id, each])),
    );
    return this.checkAll(ask, onProgress, checkable, (asker, evidence, records) =>
      checkRedacted(asker, evidence, ownEvidence.get(evidence.id), records, this.version),
    );
  }

  /** The current answer of each piece of evidence, by id; stores nothing. */
  async answers(
    ask: Ask,
    onChecked: (checked: number, total: number) => void,
  ): Promise<Map<number, Checked>> {
    const records = await this.workspace.captures();
    const { findings } = await this.store.whole();
    const all = findings.flatMap(({ evidence }) => evidence);
    const answers = new Map<number, Checked>();
    for (const evidence of all) {
      onChecked(answers.size, all.length);
      answers.set(evidence.id, await check(ask, evidence, records, this.version));
      if (ask.cancel.aborted) throw new EngineError('cancelled', 'Cancelled.');
    }
    return answers;
  }

  undo(): Promise<void> {
    return this.store.undo();
  }

  redo(): Promise<void> {
    return this.store.redo();
  }

  private readonly checkOne = (ask: Ask, evidence: Evidence, records: readonly CaptureRecord[]) =>
    check(ask, evidence, records, this.version);

  private async checkAll(
    ask: Ask,
    onProgress: Listener,
    findings: readonly Finding[],
    checkEach: (ask: Ask, evidence: Evidence, records: readonly CaptureRecord[]) => Promise<Checked>,
    keep: (evidence: Evidence, checked: Checked) => Promise<void> = async () => undefined,
  ): Promise<CheckReport> {
    const began = process.hrtime.bigint();
    const records = await this.workspace.captures();
    const all = findings.flatMap(finding => finding.evidence.map(evidence => ({ finding, evidence })));
    const report: CheckedEvidence[] = [];
    for (const { finding, evidence } of all) {
      onProgress({
        what: `checking ${evidence.question}`,
        bytes: 0,
        totalBytes: null,
        rows: 0,
        files: report.length,
        totalFiles: all.length,
        elapsed: Number(process.hrtime.bigint() - began),
      });
      const checked = await checkEach(ask, evidence, records);
      if (ask.cancel.aborted) throw new EngineError('cancelled', 'Cancelled.');
      await keep(evidence, checked);
      const { result, reasons, difference } = checked.check;
      const { id, title } = finding;
      report.push({
        finding: id,
        title,
        evidence: evidence.id,
        question: evidence.question,
        result,
        reasons,
        difference,
      });
    }
    const count = (result: CheckedEvidence['result']) => report.filter(each => each.result === result).length;
    return { evidence: report, same: count('same'), stale: count('stale'), failed: count('failed') };
  }

  private async captureEvidence(ask: Ask, unchecked: EvidenceRequest): Promise<NewEvidence> {
    const request = checkedRequest(unchecked);
    const records = await this.workspace.captures();
    const { shape, answer } = await take(ask, request);
    const params = await lastingParams(ask, analyzerOf(request.question).params, request.params);
    if (ask.cancel.aborted) throw new EngineError('cancelled', 'Cancelled.');
    return {
      ...request,
      params,
      shape,
      answer,
      kept: answer.rows.length,
      total: answer.total,
      captures: sourcesOf(request.question, request.scope, records),
      taken: epochNs(),
      version: this.version,
      check: null,
      now: null,
    };
  }

  private edit(
    id: number,
    change: (finding: FindingDocument) => { next: FindingDocument; what: string; typing?: string },
  ): Promise<void> {
    return this.store.change(before => {
      const { next, ...label } = change(byId(before.findings, id));
      return { ...label, after: { ...before, findings: replaced(before.findings, next) } };
    });
  }
}

const epochNs = (): bigint => BigInt(Date.now()) * 1_000_000n;

const quoted = ({ id, title }: { readonly id: number; readonly title: string }): string =>
  title === '' ? `finding ${id}` : `“${title.length > 60 ? `${title.slice(0, 59)}…` : title}”`;

function byId<T extends { readonly id: number }>(findings: readonly T[], id: number): T {
  const finding = findings.find(each => each.id === id);
  if (finding) return finding;
  const ids = findings.map(each => each.id).join(', ') || 'none';
  throw new EngineError('bad-request', `There is no finding ${id} in this workspace: it has ${ids}.`);
}

const replaced = (findings: readonly FindingDocument[], next: FindingDocument): readonly FindingDocument[] =>
  findings.map(each => (each.id === next.id ? next : each));
