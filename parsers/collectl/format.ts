import type { Format, Options, Output, Reader } from '../contract.ts';
import { collectlEntry, kindOf } from './entry.ts';
import { collectlMeanings } from './meanings.ts';
import { PlotReader } from './plot.ts';
import { RawReader } from './raw.ts';
import { TerminalReader } from './terminal.ts';

export const collectl: Format = {
  ...collectlEntry,
  meanings: collectlMeanings,
  open(out: Output, options: Options): Reader {
    const kind = kindOf(options.head);
    if (kind === 'terminal') return new TerminalReader(out, options);
    return kind === 'raw' ? new RawReader(out, options) : new PlotReader(out, options);
  },
};
