/** The registry: one line per format. Order does not matter; two formats must never both say `yes`. */
import type { Format } from './contract.ts';

export const formats: readonly Format[] = [];
