import type { Format } from '../contract.ts';
import { esxtopTitle, titlesIn } from '../kit/pdh/head.ts';
import { PdhReader } from '../kit/pdh/reader.ts';
import { perfmonMeanings } from './meanings.ts';

/** Text that typeperf prints after the rows: `Exiting, please wait...`; localised on other systems. */
const message = /^(?:Exiting$|The command completed successfully)/;

/**
 * https://learn.microsoft.com/windows-server/administration/windows-commands/typeperf; relog and perfmon write the
 * same format.
 */
export const perfmon: Format = {
  id: 'perfmon',
  title: 'perfmon, relog and typeperf',
  unit: 'lines',
  version: 3,
  sniff(head) {
    const titles = titlesIn(head);
    return titles === null || esxtopTitle.test(titles) ? 'no' : 'yes';
  },
  meanings: perfmonMeanings,
  open: (out, options) => new PdhReader(out, options, { os: 'Windows', message }),
};
