/** Changes of findings as they are kept, so that each can be undone and done again: what was before, and what after. */
import type { Summary } from '../../../analyzers/findings/finding.ts';
import { fromJson, toJson } from '../../../analyzers/findings/json.ts';
import type { ChangeRow } from '../../../workspace/findings/records.ts';
import type { FindingDocument } from './documents.ts';

/** Changes kept. */
export const mostChanges = 500;

/** Texts of one finding are one change while they follow each other within this, ms, and for no longer than that. */
const pause = 3000;
const longest = 60_000;

/** All that a change touched, on one side of it. */
export interface Side {
  /** By id; null where there is none. */
  readonly findings: Readonly<Record<string, FindingDocument | null>>;
  /** All ids in order, where findings came, went or moved. */
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
  /** What one types into; null where a change stands alone. */
  readonly typing: string | null;
  /** Epoch ms of its beginning and its end. */
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

/** Whether `next` goes on typing what `last` began. */
export function goesOn(last: Change | undefined, next: Change): last is Change {
  return (
    last !== undefined &&
    !last.undone &&
    last.typing !== null &&
    last.typing === next.typing &&
    next.ended - last.ended <= pause &&
    next.ended - last.began <= longest
  );
}

/** Ids of evidence that a change needs to be undone or done again. */
export function evidenceIn({ before, after }: Change): number[] {
  return [before, after].flatMap(side => Object.values(side.findings).flatMap(each => each?.evidence ?? []));
}
