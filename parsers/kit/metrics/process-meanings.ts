/** Meanings of the columns of process tables that mean the same in all tools. */
import { type CounterMeanings, means } from './meaning.ts';

const memory = means('process.memory.usage');
const virtual = means('process.memory.virtual');

export const processSizes: CounterMeanings = { RES: memory, RSS: memory, VIRT: virtual, VSZ: virtual };
