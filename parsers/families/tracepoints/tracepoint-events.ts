/**
 * Fields of tracepoints, whichever tool prints them: with their roles, and with names for numbers of system
 * calls.
 */
import type { FieldType, Output } from '../../contract.ts';
import type { CallNames } from '../../kit/syscalls/names.ts';
import { type InternedFields, TracepointFields } from './tracepoint-fields.ts';
import { parsePayload } from './tracepoint-payload.ts';
import { callOf } from './tracepoints.ts';

const nameFields = {
  sys_enter: { key: 'syscall', type: 'text', role: 'syscall-enter.name' },
  sys_exit: { key: 'syscall', type: 'text', role: 'syscall-exit.name' },
} as const;

/** Field for the name of the system call whose number `raw_syscalls:sys_enter` or `sys_exit` prints. */
export const callType = (event: string): FieldType =>
  event.endsWith('enter') ? nameFields.sys_enter : nameFields.sys_exit;

export class TracepointEvents {
  readonly fields: TracepointFields;

  constructor(
    out: Output,
    private readonly calls: CallNames,
  ) {
    this.fields = new TracepointFields(out);
  }

  /** The fields of an event. @param event its name, with or without its system */
  fieldsOf(event: string, payload: string): InternedFields {
    const printed = payload === '' ? [] : parsePayload(event, payload);
    const call = callOf(event);
    if (call !== null) return this.fields.intern(event, [...printed, { type: call.type, value: call.call }]);
    const name = event.slice(event.indexOf(':') + 1);
    if (name !== 'sys_enter' && name !== 'sys_exit') return this.fields.intern(event, printed);
    const number = printed.find(({ type }) => type.key === 'id')?.value;
    const called = typeof number === 'number' ? this.calls.name(number) : null;
    return this.fields.intern(
      event,
      called === null ? printed : [...printed, { type: nameFields[name], value: called }],
    );
  }
}
