import type { Format } from '../contract.ts';
import { PdhReader } from '../kit/pdh/reader.ts';
import { perfmonEntry } from './entry.ts';
import { perfmonMeanings } from './meanings.ts';

/** Text that typeperf prints after the rows: `Exiting, please wait...`; localised on other systems. */
const message = /^(?:Exiting$|The command completed successfully)/;

export const perfmon: Format = {
  ...perfmonEntry,
  meanings: perfmonMeanings,
  open: (out, options) => new PdhReader(out, options, { os: 'Windows', message }),
};
