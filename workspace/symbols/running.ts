/**
 * The code that the running kernel maps into every program, and its build id: for recordings opened on the machine
 * where they were made.
 */
import { readFileSync } from 'node:fs';
import { FileBytes, MemoryBytes, readFully } from '../files/bytes.ts';
import { buildIdIn } from './elf.ts';
import type { SymbolFile } from './files.ts';

/** The build id of the kernel; null if it is not Linux. */
export function runningKernel(): string | null {
  try {
    return buildIdIn(readFileSync('/sys/kernel/notes'), true);
  } catch {
    return null;
  }
}

/** The kernel's vDSO, which exists only in memory and is read, as in perf, from this process. */
export const vdso: SymbolFile = {
  path: '[vdso]',
  read: use => {
    let memory: FileBytes | null = null;
    try {
      const line = readFileSync('/proc/self/maps', 'latin1').match(/^([0-9a-f]+)-([0-9a-f]+) .*\[vdso\]$/m);
      if (!line) return null;
      const [start, end] = [BigInt(`0x${line[1]}`), BigInt(`0x${line[2]}`)];
      // Node reads at positions given as numbers, exact up to 2^53; user space ends at 2^47.
      if (end > BigInt(Number.MAX_SAFE_INTEGER)) return null;
      memory = FileBytes.open('/proc/self/mem');
      return use(new MemoryBytes(readFully(memory, Number(start), Number(end - start))));
    } catch {
      return null;
    } finally {
      memory?.close();
    }
  },
};
