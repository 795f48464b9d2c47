import type { Format, Options, Output, Reader } from '../contract.ts';
import { sysstatHead } from '../families/sysstat/sniff.ts';
import { isSolaris, mpstatEntry } from './entry.ts';
import { LinuxMpstat } from './linux.ts';
import { mpstatMeanings } from './meanings.ts';
import { solarisMpstat } from './solaris.ts';

export const mpstat: Format = {
  ...mpstatEntry,
  meanings: mpstatMeanings,
  open(out: Output, options: Options): Reader {
    const { rows } = sysstatHead(options.head);
    const solaris = rows[0] !== undefined && isSolaris(rows[0]);
    return solaris ? solarisMpstat(out, options) : new LinuxMpstat(out, options);
  },
};
