/** Roles of fields of kernel events (`event-meanings.ts`), by xperf's names for the fields. */
import type { FieldRole } from '../../event-meanings.ts';

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

const sameRolesAs: Readonly<Record<string, string>> = { DiskWrite: 'DiskRead', DiskFlush: 'DiskRead' };

export function roleOf(event: string, field: string): FieldRole | undefined {
  const eventRoles = roles[sameRolesAs[event] ?? event] ?? {};
  return Object.hasOwn(eventRoles, field) ? eventRoles[field] : undefined;
}
