import type { Format, Options, Output, Reader } from '../contract.ts';
import { sysstatMeanings } from '../families/sysstat/meanings.ts';
import { SadfTables } from './db.ts';
import { kindOf, sadfEntry } from './entry.ts';
import { SadfPairs } from './pairs.ts';
import { RawCounters } from './raw.ts';

export const sadf: Format = {
  ...sadfEntry,
  meanings: sysstatMeanings,
  open(out: Output, options: Options): Reader {
    const kind = kindOf(options.head);
    if (kind === 'pairs') return new SadfPairs(out, options);
    return kind === 'raw' ? new RawCounters(out, options) : new SadfTables(out, options);
  },
};
