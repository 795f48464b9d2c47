import type { BenchWindow } from './bench-window.ts';

/** An action of the user in the window, to be measured. */
export interface Use {
  readonly name: string;
  /** Prepares the use; not measured. */
  prepare?(window: BenchWindow): Promise<void>;
  use(window: BenchWindow): Promise<void>;
}
