/** What the kernel's tracepoints say, whichever tool prints them: the roles of their fields (`event-meanings.ts`). */
import type { FieldType } from '../contract.ts';
import type { FieldRole } from '../event-meanings.ts';

type Roles = Readonly<Record<string, FieldRole>>;

/** Roles by tracepoint and field, as their `format` files in the kernel call them. */
const tracepoints: ReadonlyMap<string, Roles> = new Map(
  Object.entries<Roles>({
    sched_switch: {
      prev_comm: 'switch.prev.process',
      prev_pid: 'switch.prev.tid',
      prev_state: 'switch.prev.state',
      next_comm: 'switch.next.process',
      next_pid: 'switch.next.tid',
    },
    sched_waking: { comm: 'wakeup.process', pid: 'wakeup.tid' },
    sched_wakeup: { comm: 'wakeup.process', pid: 'wakeup.tid' },
    sched_wakeup_new: { comm: 'fork.process', pid: 'fork.tid' },
    sched_process_fork: { child_comm: 'fork.process', child_pid: 'fork.tid' },
    block_rq_issue: {
      dev: 'disk-issue.device',
      sector: 'disk-issue.place',
      rwbs: 'disk-issue.operation',
      bytes: 'disk-issue.bytes',
    },
    block_rq_complete: {
      dev: 'disk-complete.device',
      sector: 'disk-complete.place',
      error: 'disk-complete.error',
    },
    sys_enter: { id: 'syscall-enter.number' },
    sys_exit: { id: 'syscall-exit.number', ret: 'syscall-exit.result' },
  }),
);

/** `syscalls:sys_enter_openat`: the call is known by the name of the tracepoint alone. */
const ofOneCall = /^(?:syscalls:)?sys_(?<way>enter|exit)_(?<call>\w+)$/;

export interface CallOfTracepoint {
  /** The field that says it. */
  readonly type: FieldType;
  readonly call: string;
}

/** The system call of a tracepoint that is about one alone: a field for its event, which has none that says so. */
export function callOf(tracepoint: string): CallOfTracepoint | null {
  const { way, call } = ofOneCall.exec(tracepoint)?.groups ?? {};
  if (call === undefined) return null;
  const role = way === 'enter' ? 'syscall-enter.name' : 'syscall-exit.name';
  return { type: { key: 'syscall', type: 'text', role }, call };
}

/** Names come from captures: one like `constructor` is to find nothing. */
function roleOf(tracepoint: string, key: string): FieldRole | undefined {
  const roles = tracepoints.get(tracepoint);
  return roles && Object.hasOwn(roles, key) ? roles[key] : undefined;
}

/** The field with its role, if it has one. `tracepoint`: its name, with or without its system. */
export function withRole(tracepoint: string, field: FieldType): FieldType {
  const name = tracepoint.slice(tracepoint.indexOf(':') + 1);
  const exit = field.key === 'ret' && name.startsWith('sys_exit_');
  const role = exit ? 'syscall-exit.result' : roleOf(name, field.key);
  return role === undefined ? field : { ...field, role };
}
