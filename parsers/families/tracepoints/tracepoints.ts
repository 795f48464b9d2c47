/** Roles of the fields of the kernel's tracepoints (`event-meanings.ts`), whichever tool prints them. */
import type { FieldType } from '../../contract.ts';
import type { FieldRole } from '../../event-meanings.ts';

type Roles = Readonly<Record<string, FieldRole>>;

/** Roles by tracepoint and field, with the names of their `format` files in the kernel; LTTng calls the id of a thread `tid`. */
const tracepoints: ReadonlyMap<string, Roles> = new Map(
  Object.entries<Roles>({
    sched_switch: {
      prev_comm: 'switch.prev.process',
      prev_pid: 'switch.prev.tid',
      prev_tid: 'switch.prev.tid',
      prev_state: 'switch.prev.state',
      next_comm: 'switch.next.process',
      next_pid: 'switch.next.tid',
      next_tid: 'switch.next.tid',
    },
    sched_waking: { comm: 'wakeup.process', pid: 'wakeup.tid', tid: 'wakeup.tid' },
    sched_wakeup: { comm: 'wakeup.process', pid: 'wakeup.tid', tid: 'wakeup.tid' },
    sched_wakeup_new: { comm: 'fork.process', pid: 'fork.tid', tid: 'fork.tid' },
    sched_process_fork: { child_comm: 'fork.process', child_pid: 'fork.tid', child_tid: 'fork.tid' },
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

/**
 * Tracepoints of one system call, such as `syscalls:sys_enter_openat` or LTTng's `syscall_entry_openat`: only their name
 * states the call.
 */
const callTracepoint = /^(?:syscalls:)?(?:sys|syscall)_(?<way>enter|entry|exit)_(?<call>\w+)$/;

export interface CallOfTracepoint {
  /** The field for the name of the call. */
  readonly type: FieldType;
  readonly call: string;
}

/**
 * The system call of a tracepoint that belongs to one call, and the field to add to its events for the name of the
 * call, which they do not print.
 */
export function callOf(tracepoint: string): CallOfTracepoint | null {
  const { way, call } = callTracepoint.exec(tracepoint)?.groups ?? {};
  if (call === undefined) return null;
  const role = way === 'exit' ? 'syscall-exit.name' : 'syscall-enter.name';
  return { type: { key: 'syscall', type: 'text', role }, call };
}

/** `Object.hasOwn`, because names come from captures: `constructor` must not be found. */
function roleOf(tracepoint: string, key: string): FieldRole | undefined {
  const roles = tracepoints.get(tracepoint);
  return roles && Object.hasOwn(roles, key) ? roles[key] : undefined;
}

/** The field with its role, if it has one. `tracepoint`: its name, with or without its system. */
export function withRole(tracepoint: string, field: FieldType): FieldType {
  const name = tracepoint.slice(tracepoint.indexOf(':') + 1);
  const exit = field.key === 'ret' && /^sys(?:call)?_exit_/.test(name);
  const role = exit ? 'syscall-exit.result' : roleOf(name, field.key);
  return role === undefined ? field : { ...field, role };
}
