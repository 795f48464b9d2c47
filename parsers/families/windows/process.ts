/** A process as the tools of Windows print it: `svchost.exe (1100)`, `Idle (   0)`, `"Unknown" (  -1)`. */

export interface EtwProcess {
  /** null if the tool does not know it. */
  readonly name: string | null;
  /** -1 if the tool does not know it. */
  readonly pid: number;
}

export function parseProcess(cell: string): EtwProcess {
  const text = cell.trim();
  const open = text.lastIndexOf('(');
  const id = open < 0 ? null : /^\(\s*(-?\d{1,10})\)$/.exec(text.slice(open));
  const name = (id === null ? text : text.slice(0, open).trimEnd()).replace(/^"(.*)"$/, '$1');
  const pid = Number(id?.[1] ?? -1);
  const isKnown = name !== '' && !/^unknown$/i.test(name);
  return { name: isKnown ? name : null, pid: pid >= 0 && pid <= 0x7fff_ffff ? pid : -1 };
}
