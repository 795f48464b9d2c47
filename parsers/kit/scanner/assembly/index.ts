/** The functions of the scanner that the host can call. */
import { INPUT, NODES, RESULT } from './layout';

export {
  begin,
  clearFrames,
  clearPrefixes,
  clearStacks,
  clearSuffixes,
  endRun,
  expectFrames,
  lineCount,
  next,
  nodeCount,
  position,
  reset,
  restart,
  setFrame,
  takeAsFrame,
  takeLine,
} from './scan';

export const result: u32 = <u32>RESULT;
export const input: u32 = <u32>INPUT;
export const nodes: u32 = <u32>NODES;
