/** The fields of one type of event, and the cells of their values. */
import type { FieldType } from '../contract.ts';
import { roleOf } from '../families/windows/roles.ts';
import type { Column } from './columns.ts';

/**
 * How a cell is read: `any` is a number until a row has something else; `name` and `pid` are the halves of a process;
 * `status` is an NTSTATUS, negative for an error; `word` is not a cell, but part of the event's name.
 */
export type Take = 'any' | 'text' | 'hex' | 'name' | 'pid' | 'status' | 'word';

export interface Field {
  readonly cell: number;
  readonly take: Take;
  readonly type: FieldType;
}

/** These look like numbers, but are names. */
const alwaysText = /^(?:OldState|Wait Reason|FileName|Text|Command Line|.*!Function)$/;

/** @param stated cells already in columns of the event: they are fields only if they have a role */
export function fieldsOf(event: string, columns: readonly Column[], stated: ReadonlySet<number>): Field[] {
  const fields: Field[] = [];
  const keys = new Set<string>();
  const add = (cell: number, take: Take, name: string, type: 'number' | 'text', unit?: string) => {
    const is = roleOf(event, name);
    if (stated.has(cell) && is === undefined) return;
    let key = name;
    for (let n = 2; keys.has(key); n++) key = `${name} ${n}`;
    keys.add(key);
    fields.push({ cell, take, type: { key, type, ...(unit && { unit }), ...(is && { role: is }) } });
  };
  columns.forEach(({ name, kind, unit, hex }, cell) => {
    if (kind === 'process') {
      add(cell, 'name', name.slice(0, -'(PID)'.length).trimEnd(), 'text');
      add(cell, 'pid', name.replace(/Process Name \(PID\)$|\(PID\)$/, 'PID'), 'number');
    } else if (alwaysText.test(name)) add(cell, 'text', name, 'text');
    else add(cell, hex ? 'hex' : 'any', name, 'number', unit);
    if (event === 'SysCallExit' && name === 'Status') add(cell, 'status', 'result', 'number');
  });
  if (/^Disk(?:Read|Write|Flush)$/.test(event)) add(-1, 'word', 'operation', 'text');
  return fields;
}
