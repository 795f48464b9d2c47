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

/** Context of a drawing, beside the answer. */
export interface About {
  /** Title of the drawing. */
  readonly label: string;
  readonly params: Evidence['params'];
  readonly zone: string;
  /** Time ranges that the finding marks, shaded. */
  readonly marked: readonly Range[];
  /** Name of a capture by its id. */
  captureName(id: number): string;
}

/** null if the answer has nothing that can be drawn: its table is shown instead. */
export type Drawing = (answer: StoredAnswer, about: About) => Drawn | null;
