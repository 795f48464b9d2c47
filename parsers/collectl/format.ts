import type { Format, Options, Output, Reader } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { collectlMeanings } from './meanings.ts';
import { PlotReader, titles } from './plot.ts';
import { RawReader, sample } from './raw.ts';
import { groups, isRecord, TerminalReader } from './terminal.ts';

/** https://collectl.sourceforge.net: its raw files, the output of `-P` and its output on a terminal. */
export const collectl: Format = {
  id: 'collectl',
  title: 'collectl',
  unit: 'lines',
  version: 2,
  sniff: head => (kindOf(head) === null ? 'no' : 'yes'),
  meanings: collectlMeanings,
  open(out: Output, options: Options): Reader {
    const kind = kindOf(options.head);
    if (kind === 'terminal') return new TerminalReader(out, options);
    return kind === 'raw' ? new RawReader(out, options) : new PlotReader(out, options);
  },
};

function kindOf(head: Uint8Array): 'raw' | 'plot' | 'terminal' | null {
  const lines = headLines(head);
  if (lines.some(line => titles.test(line))) return 'plot';
  if (lines.some(line => sample.test(line))) return 'raw';
  return lines.some(line => isRecord(line) || groups.test(line)) ? 'terminal' : null;
}
