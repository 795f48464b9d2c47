/** The registry: one line per question, in the order the window shows them. */
import type { Analyzer } from './contract.ts';

export const analyzers: readonly Analyzer[] = [];
