/** Names of Linux's system calls, for captures that have only their numbers. */
import { generic, x8632, x8664 } from './numbers.ts';

export type Architecture = 'x86-64' | 'x86' | 'generic';

const ranges = { 'x86-64': x8664, x86: x8632, generic } as const;
const tables = new Map<Architecture, readonly (string | undefined)[]>();

function namesByNumber(architecture: Architecture): readonly (string | undefined)[] {
  let table = tables.get(architecture);
  if (table === undefined) {
    const byNumber: string[] = [];
    for (const { first, names } of ranges[architecture])
      names.split(' ').forEach((name, index) => {
        byNumber[first + index] = name;
      });
    table = byNumber;
    tables.set(architecture, table);
  }
  return table;
}

/** The architecture by the machine of a capture, as `uname -m` prints it; null if its numbers are unknown. */
export function architectureOf(machine: string): Architecture | null {
  if (/^(?:x86_64|x86-64|amd64)$/i.test(machine)) return 'x86-64';
  if (/^i[3-6]86$/.test(machine)) return 'x86';
  return /^(?:aarch64|arm64|riscv64|loongarch64)$/.test(machine) ? 'generic' : null;
}

/** Name of a system call; null if the architecture has no such number. */
export const callName = (architecture: Architecture, number: number): string | null =>
  namesByNumber(architecture)[number] ?? null;

let allNames: ReadonlySet<string> | null = null;

/** True if any architecture has a system call of that name. */
export function isCallName(name: string): boolean {
  allNames ??= new Set(
    Object.values(ranges).flatMap(table => table.flatMap(({ names }) => names.split(' '))),
  );
  return allNames.has(name);
}

/**
 * Names the calls of one capture by its machine. If the capture does not state it, x86-64 is assumed, which
 * is a guess.
 */
export class CallNames {
  /** True if a call was named on the assumption of x86-64. */
  isMachineAssumed = false;
  private readonly architecture: Architecture | null;

  constructor(private readonly machine: string | null) {
    this.architecture = machine === null ? 'x86-64' : architectureOf(machine);
  }

  name(number: number): string | null {
    const name = this.architecture === null ? null : callName(this.architecture, number);
    if (name !== null && this.machine === null) this.isMachineAssumed = true;
    return name;
  }

  /** Message of the problem that reports the assumption. */
  static readonly guessMessage =
    'The capture has only numbers of system calls and does not state its machine. As a guess, the names are those of x86-64.';
}
