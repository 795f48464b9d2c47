/** A file that could not be read at all, and left no capture. */
export interface ImportFailure {
  readonly path: string;
  readonly code: string;
  /** One sentence: what, where, what to do. */
  readonly message: string;
  /** For a text in no known format: sentences that name the nearest formats and where each failed. */
  readonly nearest?: readonly string[];
}
