/** Changes of findings, stored with the state before and after, so that each can be undone and redone. */
import type { Summary } from '../../../analyzers/findings/finding.ts';
import { fromJson, toJson } from '../../../analyzers/findings/json.ts';
import type { ChangeRow } from '../../../workspace/findings/records.ts';
import type { FindingDocument } from './documents.ts';

/** Number of changes kept. */
export const maxChanges = 500;

/**
 * Text edits of one finding are one change if they are at most `pause` ms apart and at most `longest` ms in
 * all.
 */
const pause = 3000;
const longest = 60_000;

/** State of everything that a change touched, before or after it. */
export interface Side {
  /** By id; null if the finding does not exist. */
  readonly findings: Readonly<Record<string, FindingDocument | null>>;
  /** All ids in order, if findings were added, removed or moved. */
  readonly order?: readonly number[];
  readonly summary?: Summary;
}

export interface Change {
  readonly id: number;
  readonly undone: boolean;
  /** `the text of “Autovacuum”` */
  readonly what: string;
  readonly before: Side;
  readonly after: Side;
  /** The field being typed into; null if the change cannot be merged with others. */
  readonly typing: string | null;
  /** Begin and end, epoch ms. */
  readonly began: number;
  readonly ended: number;
}

export function changeRow({ id, undone, what, ...content }: Change): ChangeRow {
  return { id: String(id), undone: String(undone), what, content: toJson(content) };
}

export function changeOf(row: ChangeRow): Change {
  return {
    ...(fromJson(row.content ?? '{}') as Omit<Change, 'id' | 'undone' | 'what'>),
    id: Number(row.id),
    undone: row.undone === 'true',
    what: row.what ?? '',
  };
}

/** True if `next` continues the typing of `last`. */
export function continuesTyping(last: Change | undefined, next: Change): last is Change {
  return (
    last !== undefined &&
    !last.undone &&
    last.typing !== null &&
    last.typing === next.typing &&
    next.ended - last.ended <= pause &&
    next.ended - last.began <= longest
  );
}

/** Ids of the evidence that undoing or redoing a change needs. */
export function evidenceIn({ before, after }: Change): number[] {
  return [before, after].flatMap(side => Object.values(side.findings).flatMap(each => each?.evidence ?? []));
}
