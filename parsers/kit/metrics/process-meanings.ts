/** Meanings of columns of process tables on which all tools agree. */
import { type CounterMeanings, means } from './meaning.ts';

const memory = means('process.memory.usage');
const virtual = means('process.memory.virtual');

export const processSizes: CounterMeanings = { RES: memory, RSS: memory, VIRT: virtual, VSZ: virtual };
