/**
 * Findings in a workspace: read, changed, undone. Every change is one transaction, together with its undo
 * information. Evidence is immutable, except for the result of its check: a finding lists other evidence
 * instead, so that undo needs no copy of rows.
 */
import type {
  Evidence,
  EvidenceInfo,
  Finding,
  Findings,
  Summary,
} from '../../../analyzers/findings/finding.ts';
import { fromJson, toJson } from '../../../analyzers/findings/json.ts';
import {
  type ChangeRow,
  deleteRows,
  type EvidenceRow,
  insertRow,
  readRows,
  updateRow,
} from '../../../workspace/findings/records.ts';
import { text } from '../../../workspace/store/schema.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { EngineError } from '../errors.ts';
import {
  documentOf,
  evidenceInfo,
  evidenceOf,
  evidenceRow,
  type FindingDocument,
  infoColumns,
  rowOf,
  withEvidence,
} from './documents.ts';
import {
  type Change,
  changeOf,
  changeRow,
  continuesTyping,
  evidenceIn,
  maxChanges,
  type Side,
} from './history.ts';

/** Evidence without an id. */
export type NewEvidence = Omit<Evidence, 'id'>;

/** The state that changes act on. */
interface State {
  readonly findings: readonly FindingDocument[];
  readonly summary: Summary;
}

export interface Edit {
  readonly what: string;
  readonly after: State;
  /** See {@link Change.typing}. */
  readonly typing?: string;
}

const noSummary: Summary = { title: '', text: '' };
const summaryKey = text('findings summary');

export class FindingStore {
  constructor(private readonly workspace: Workspace) {}

  async all(): Promise<Findings> {
    const { findings, summary } = await this.state();
    const rows = await readRows(this.workspace, 'evidence', ['id'], infoColumns);
    const evidence = new Map<number, EvidenceInfo>(rows.map(row => [Number(row.id), evidenceInfo(row)]));
    const changes = await this.changes(['id', 'undone', 'what']);
    return {
      summary,
      findings: withEvidence(findings, evidence),
      undo: changes.findLast(({ undone }) => !undone)?.what ?? null,
      redo: changes.find(({ undone }) => undone)?.what ?? null,
    };
  }

  /** All findings with all rows of their evidence. */
  async whole(): Promise<{ readonly summary: Summary; readonly findings: readonly Finding[] }> {
    const { findings, summary } = await this.state();
    const rows = await readRows(this.workspace, 'evidence', ['id']);
    const evidence = new Map<number, Evidence>(rows.map(row => [Number(row.id), evidenceOf(row)]));
    return { summary, findings: withEvidence(findings, evidence) };
  }

  async evidence(id: number): Promise<Evidence> {
    const where = `id = ${Math.trunc(id)}`;
    const [row] = Number.isSafeInteger(id)
      ? await readRows(this.workspace, 'evidence', ['id'], undefined, where)
      : [];
    if (row) return evidenceOf(row);
    throw new EngineError('bad-request', `There is no evidence ${id} in this workspace.`);
  }

  /** Makes one change. Also writes `evidence`, in the order in which `edit` takes its ids. */
  async change(
    edit: (before: State, ids: Ids) => Edit | null,
    evidence: readonly NewEvidence[] = [],
  ): Promise<void> {
    await this.workspace.writeFindings(async () => {
      const before = await this.state();
      const ids = new Ids(await this.lastId('finding'), await this.lastId('evidence'));
      const added = evidence.map(each => ({ ...each, id: ids.evidence() }));
      const edited = edit(before, ids);
      if (!edited) return [];
      return [
        ...added.map(each => insertRow('evidence', evidenceRow(each))),
        ...this.apply(before, edited.after),
        ...keptIds('finding', ids.lastFinding),
        ...keptIds('evidence', ids.lastEvidence),
        ...(await this.remember(before, edited)),
      ];
    });
  }

  undo(): Promise<void> {
    return this.step(changes => changes.findLast(({ undone }) => !undone), true);
  }

  redo(): Promise<void> {
    return this.step(changes => changes.find(({ undone }) => undone), false);
  }

  /** Stores the results of checks; not undoable. */
  async keepChecks(checked: readonly Pick<Evidence, 'id' | 'check' | 'now'>[]): Promise<void> {
    await this.workspace.writeFindings(async () =>
      checked.map(({ id, check, now }) => {
        const values: Partial<EvidenceRow> = {
          checked: check && toJson(check),
          answer_now: now && toJson(now),
        };
        return updateRow('evidence', id, values);
      }),
    );
  }

  private async state(): Promise<State> {
    const rows = await readRows(this.workspace, 'finding', ['place', 'id']);
    const kept = await this.workspace.columns(`SELECT value AS v FROM workspace WHERE key = ${summaryKey}`);
    const json = kept.texts('v')[0];
    return {
      findings: rows.map(documentOf),
      summary: json == null ? noSummary : (fromJson(json) as Summary),
    };
  }

  /** Changes in order. If read without `content`, they lack the states before and after. */
  private async changes(only?: readonly (keyof ChangeRow)[], where?: string): Promise<readonly Change[]> {
    return (await readRows(this.workspace, 'finding_change', ['id'], only, where)).map(changeOf);
  }

  private async lastId(table: 'finding' | 'evidence'): Promise<number> {
    const found = await this.workspace.columns(
      `SELECT greatest(coalesce((SELECT max(id) FROM ${table}), 0),
         coalesce((SELECT max(value::INTEGER) FROM workspace WHERE key = ${text(`last ${table}`)}), 0))::INTEGER AS n`,
    );
    return found.ints('n')[0] ?? 0;
  }

  /** Statements that turn `before` into `after`. */
  private apply(before: State, after: State): string[] {
    const had = new Map(before.findings.map((each, place) => [each.id, toJson(rowOf(each, place))]));
    const rows = after.findings.map(rowOf);
    const changed = rows.filter(row => had.get(Number(row.id)) !== toJson(row));
    const stays = new Set(after.findings.map(({ id }) => id));
    const removed = before.findings.map(({ id }) => id).filter(id => !stays.has(id));
    return [
      ...deleteRows('finding', [...removed, ...changed.map(({ id }) => Number(id))]),
      ...changed.map(row => insertRow('finding', row)),
      ...(toJson(before.summary) === toJson(after.summary)
        ? []
        : [
            `DELETE FROM workspace WHERE key = ${summaryKey}`,
            `INSERT INTO workspace VALUES (${summaryKey}, ${text(toJson(after.summary))})`,
          ]),
    ];
  }

  /**
   * Statements that store a change, and delete changes that can no longer be undone or redone, with their
   * evidence.
   */
  private async remember(before: State, edit: Edit): Promise<string[]> {
    const now = Date.now();
    // Changes hold texts, and there may be hundreds: only the last is read whole.
    const changes = await this.changes(['id', 'undone']);
    const [last] = await this.changes(undefined, 'id = (SELECT max(id) FROM finding_change)');
    const next: Change = {
      id: (last?.id ?? 0) + 1,
      undone: false,
      what: edit.what,
      ...sides(before, edit.after),
      typing: edit.typing ?? null,
      began: now,
      ended: now,
    };
    const isTyping = continuesTyping(last, next);
    const latest = isTyping ? { ...next, id: last.id, before: last.before, began: last.began } : next;
    const others = changes.filter(({ id }) => id !== latest.id);
    const stay = others.filter(({ undone }) => !undone).slice(1 - maxChanges);
    const forgotten = others.filter(each => !stay.includes(each)).map(({ id }) => id);
    return [
      ...deleteRows('finding_change', [...forgotten, latest.id]),
      insertRow('finding_change', changeRow(latest)),
      ...(forgotten.length > 0 ? await this.forgetEvidence(edit.after, latest, forgotten) : []),
    ];
  }

  /** Statements that delete evidence listed by no finding and no change. */
  private async forgetEvidence(
    after: State,
    latest: Change,
    forgotten: readonly number[],
  ): Promise<string[]> {
    const changes = (await this.changes()).filter(({ id }) => !forgotten.includes(id));
    const used = new Set([
      ...after.findings.flatMap(each => each.evidence),
      ...[...changes, latest].flatMap(evidenceIn),
    ]);
    const all = await readRows(this.workspace, 'evidence', ['id'], ['id']);
    return deleteRows(
      'evidence',
      all.map(({ id }) => Number(id)).filter(id => !used.has(id)),
    );
  }

  private async step(
    which: (changes: readonly Change[]) => Change | undefined,
    isBack: boolean,
  ): Promise<void> {
    await this.workspace.writeFindings(async () => {
      const change = which(await this.changes());
      if (!change) return [];
      const before = await this.state();
      const after = withSide(before, isBack ? change.before : change.after);
      return [
        ...this.apply(before, after),
        updateRow('finding_change', change.id, { undone: String(isBack) }),
      ];
    });
  }
}

/** Assigns ids that were never used. */
export class Ids {
  constructor(
    public lastFinding: number,
    public lastEvidence: number,
  ) {}

  finding(): number {
    return ++this.lastFinding;
  }

  evidence(): number {
    return ++this.lastEvidence;
  }
}

const keptIds = (table: 'finding' | 'evidence', last: number): string[] => [
  `DELETE FROM workspace WHERE key = ${text(`last ${table}`)}`,
  `INSERT INTO workspace VALUES (${text(`last ${table}`)}, '${last}')`,
];

/** The difference between two states. */
function sides(before: State, after: State): { readonly before: Side; readonly after: Side } {
  const [former, current] = [before, after].map(
    ({ findings }) => new Map(findings.map(each => [each.id, each])),
  );
  const ids = [...new Set([...former!.keys(), ...current!.keys()])];
  const changed = ids.filter(id => toJson(former!.get(id) ?? null) !== toJson(current!.get(id) ?? null));
  const orders = [before, after].map(({ findings }) => findings.map(({ id }) => id));
  const isMoved = orders[0]!.join() !== orders[1]!.join();
  const isSummary = toJson(before.summary) !== toJson(after.summary);
  const side = (
    documents: ReadonlyMap<number, FindingDocument>,
    order: readonly number[],
    summary: Summary,
  ): Side => ({
    findings: Object.fromEntries(changed.map(id => [String(id), documents.get(id) ?? null])),
    ...(isMoved && { order }),
    ...(isSummary && { summary }),
  });
  return {
    before: side(former!, orders[0]!, before.summary),
    after: side(current!, orders[1]!, after.summary),
  };
}

/** Applies one side of a change to a state. */
function withSide(state: State, { findings, order, summary }: Side): State {
  const all = new Map(state.findings.map(each => [each.id, each]));
  for (const [id, document] of Object.entries(findings)) {
    if (document) all.set(Number(id), document);
    else all.delete(Number(id));
  }
  const ids = order ?? [...all.keys()];
  return { findings: ids.flatMap(id => all.get(id) ?? []), summary: summary ?? state.summary };
}
