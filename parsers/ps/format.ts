/**
 * ps, printed once or repeatedly: a line of titles, then one line per process. It prints no time; some scripts print
 * a date before each list.
 */
import type { Format } from '../contract.ts';
import { meaningsOf } from '../kit/metrics/meaning.ts';
import { processSizes } from '../kit/metrics/process-meanings.ts';
import { processTable } from '../kit/metrics/process-table.ts';
import type { Verdict } from '../kit/metrics/text-reader.ts';
import { TitledReader } from '../kit/metrics/titled-tables.ts';
import { isTitles, psEntry } from './entry.ts';

class PsReader extends TitledReader {
  protected override read(line: string): Verdict {
    // In these dates a two-digit year comes first.
    return super.read(line.replace(/^(?:Date:\s*)?(\d\d)\/(\d\d)\/(\d\d) /, '20$1-$2-$3 '));
  }
}

const tables = [processTable(titles => (isTitles(titles) ? titles : null))];

export const ps: Format = {
  ...psEntry,
  // %CPU is averaged over the life of a process, so it is not a rate and has no meaning.
  meanings: meaningsOf({ process: processSizes }),
  open: (out, options) => new PsReader(out, options, { tables }),
};
