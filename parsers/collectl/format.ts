import type { Format, Options, Output, Reader } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { PlotReader, titles } from './plot.ts';
import { RawReader, sample } from './raw.ts';

/** https://collectl.sourceforge.net: its raw files and what `-P` prints. What it prints for people is not read. */
export const collectl: Format = {
  id: 'collectl',
  title: 'collectl',
  unit: 'lines',
  version: 1,
  sniff: head => (kindOf(head) === null ? 'no' : 'yes'),
  open(out: Output, options: Options): Reader {
    return kindOf(options.head) === 'raw' ? new RawReader(out, options) : new PlotReader(out, options);
  },
};

function kindOf(head: Uint8Array): 'raw' | 'plot' | null {
  const lines = headLines(head);
  if (lines.some(line => titles.test(line))) return 'plot';
  return lines.some(line => sample.test(line)) ? 'raw' : null;
}
