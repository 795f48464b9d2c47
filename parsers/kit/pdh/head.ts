/** Recognises PDH text by its beginning. */
import { decode } from '../bytes.ts';

/**
 * The line of titles, as far as the head holds it; null if none of the first lines has the mark of PDH text.
 */
export function titlesIn(head: Uint8Array): string | null {
  const text = decode(head, 0, head.length);
  const at = text.indexOf('(PDH-');
  if (at < 0 || text.slice(0, at).split('\n').length > 4) return null;
  const titles = text.slice(at, at + (64 << 10)).split('\n', 1)[0]!;
  return /^\(PDH-[CT]SV [\d.]+\)/.test(titles) ? titles : null;
}

/** Objects or counters that only esxtop has. */
export const esxtopTitle =
  /\\(?:Memory\\(?:Memory Overcommit|PShare|Kernel MBytes|NonKernel MBytes)|Physical Cpu(?: Load)?[\\(]|Group (?:Cpu|Memory)\(|Vcpu\(|Physical Disk(?: [\w-]+)+[\\(]|Network Port\(|Virtual Disk\(|Numa Node\(|Power\\|VSAN\\|Interrupt Vector\()/;
