import type { Evidence, StoredAnswer } from '../../../analyzers/findings/finding.ts';
import type { Markup } from '../markup.ts';

export interface Drawn {
  readonly picture: Markup;
  readonly legend: Markup | null;
}

/** Epoch ns. */
export interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** What a drawing is told beside the answer. */
export interface About {
  /** What it is of. */
  readonly label: string;
  readonly params: Evidence['params'];
  readonly zone: string;
  /** What the finding marks on time: shaded. */
  readonly marked: readonly Range[];
}

/** null where the answer has nothing that can be drawn: then its table says it. */
export type Drawing = (answer: StoredAnswer, about: About) => Drawn | null;
