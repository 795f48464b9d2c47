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
