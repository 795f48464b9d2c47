import type { BenchWindow } from './bench-window.ts';

/** Something a person does with the window, to be measured. */
export interface Use {
  readonly name: string;
  /** Not measured. */
  prepare?(window: BenchWindow): Promise<void>;
  use(window: BenchWindow): Promise<void>;
}
