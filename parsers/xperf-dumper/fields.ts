/** Which fields the events of one type have, and where in the row their values stand. */
import type { FieldType } from '../contract.ts';
import type { FieldRole } from '../event-meanings.ts';
import type { Column } from './columns.ts';

/**
 * What is taken from a cell: `any` is a number until a row holds something else; `name` and `pid` are the halves of a process;
 * `status` is an NTSTATUS, below 0 where it is an error; `word` is no cell, but part of the event's name.
 */
export type Take = 'any' | 'text' | 'hex' | 'name' | 'pid' | 'status' | 'word';

export interface Field {
  readonly cell: number;
  readonly take: Take;
  readonly type: FieldType;
}

/** Roles by the name of the field: `event-meanings.ts`. */
const roles: Readonly<Record<string, Readonly<Record<string, FieldRole>>>> = {
  CSwitch: {
    'New Process Name': 'switch.next.process',
    'New PID': 'switch.next.pid',
    'New TID': 'switch.next.tid',
    'Old Process Name': 'switch.prev.process',
    'Old PID': 'switch.prev.pid',
    'Old TID': 'switch.prev.tid',
    OldState: 'switch.prev.state',
    'Wait Reason': 'switch.prev.reason',
  },
  ReadyThread: {
    'Rdy Process Name': 'wakeup.process',
    'Rdy PID': 'wakeup.pid',
    'Rdy TID': 'wakeup.tid',
  },
  'T-Start': { 'Process Name': 'fork.process', PID: 'fork.pid', ThreadID: 'fork.tid' },
  DiskRead: {
    DiskNum: 'disk-io.device',
    FileName: 'disk-io.file',
    IOSize: 'disk-io.bytes',
    operation: 'disk-io.operation',
  },
  SysCallEnter: { 'Image!Function': 'syscall-enter.name' },
  SysCallExit: { result: 'syscall-exit.result' },
};

const alike: Readonly<Record<string, string>> = { DiskWrite: 'DiskRead', DiskFlush: 'DiskRead' };

/** Numbers by their looks, names by what they are. */
const alwaysText = /^(?:OldState|Wait Reason|FileName|Text|Command Line|.*!Function)$/;

/**
 * @param said cells that columns of the event say already: they are fields only where they have a role
 */
export function fieldsOf(event: string, columns: readonly Column[], said: ReadonlySet<number>): Field[] {
  const ofEvent = roles[alike[event] ?? event] ?? {};
  const role = (key: string) => (Object.hasOwn(ofEvent, key) ? ofEvent[key] : undefined);
  const fields: Field[] = [];
  const keys = new Set<string>();
  const add = (cell: number, take: Take, name: string, type: 'number' | 'text', unit?: string) => {
    const is = role(name);
    if (said.has(cell) && is === undefined) return;
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
