import type { Format } from '../contract.ts';
import { meaningsOf } from '../kit/metrics/meaning.ts';
import { processSizes } from '../kit/metrics/process-meanings.ts';
import { psEntry } from './entry.ts';
import { PsReader } from './reader.ts';

/** %CPU is averaged over the life of a process, so it is not a rate and has no meaning. */
const psMeanings = meaningsOf({ process: processSizes });

export const ps: Format = {
  ...psEntry,
  meanings: psMeanings,
  open: (out, options) => new PsReader(out, options),
};
