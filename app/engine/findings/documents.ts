/** Stored findings: their content, their rows in the workspace, and their JSON. */
import type { Evidence, EvidenceInfo, FindingOf, StoredAnswer } from '../../../analyzers/findings/finding.ts';
import { fromJson, toJson } from '../../../analyzers/findings/json.ts';
import type { EvidenceRow, FindingRow } from '../../../workspace/findings/records.ts';

/** A finding with the ids of its evidence. */
export type FindingDocument = FindingOf<number>;

export function rowOf(finding: FindingDocument, place: number): FindingRow {
  return {
    id: String(finding.id),
    place: String(place),
    title: finding.title,
    text: finding.text,
    tags: toJson(finding.tags),
    links: toJson(finding.links),
    marks: toJson(finding.marks),
    evidence: toJson(finding.evidence),
    created_ns: String(finding.created),
    changed_ns: String(finding.changed),
  };
}

export function documentOf(row: FindingRow): FindingDocument {
  return {
    id: Number(row.id),
    title: row.title ?? '',
    text: row.text ?? '',
    tags: listOf(row.tags),
    links: listOf(row.links),
    marks: listOf(row.marks),
    evidence: listOf(row.evidence),
    created: BigInt(row.created_ns ?? 0),
    changed: BigInt(row.changed_ns ?? 0),
  };
}

const listOf = <T>(json: string | null): readonly T[] =>
  json === null ? [] : (fromJson(json) as readonly T[]);

export function evidenceRow({ id, question, taken, answer, check, now, ...content }: Evidence): EvidenceRow {
  return {
    id: String(id),
    question,
    taken_ns: String(taken),
    content: toJson(content),
    answer: toJson(answer),
    checked: check && toJson(check),
    answer_now: now && toJson(now),
  };
}

/** Columns that {@link evidenceInfo} needs. */
export const infoColumns = ['id', 'question', 'taken_ns', 'content', 'checked'] as const;

export function evidenceInfo(row: EvidenceRow): EvidenceInfo {
  return {
    ...(fromJson(row.content ?? '{}') as Omit<EvidenceInfo, 'id' | 'question' | 'taken' | 'check'>),
    id: Number(row.id),
    question: row.question ?? '',
    taken: BigInt(row.taken_ns ?? 0),
    check: row.checked === null ? null : (fromJson(row.checked) as EvidenceInfo['check']),
  };
}

export function evidenceOf(row: EvidenceRow): Evidence {
  return {
    ...evidenceInfo(row),
    answer: fromJson(row.answer ?? 'null') as StoredAnswer,
    now: row.answer_now === null ? null : (fromJson(row.answer_now) as StoredAnswer),
  };
}

/** Findings with evidence in place of its ids, and without links to findings that do not exist. */
export function withEvidence<E>(
  documents: readonly FindingDocument[],
  evidence: ReadonlyMap<number, E>,
): FindingOf<E>[] {
  const ids = new Set(documents.map(({ id }) => id));
  return documents.map(document => ({
    ...document,
    links: document.links.filter(id => ids.has(id)),
    evidence: document.evidence.flatMap(id => evidence.get(id) ?? []),
  }));
}
