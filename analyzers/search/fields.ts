/** The fields that every search has, besides the fields of events. */

export interface SearchField {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** `level`, `time` and `duration` are compared as such, `number` by amount, `name` as a text. */
  readonly type: 'level' | 'time' | 'duration' | 'number' | 'name' | 'text';
  readonly about: string;
  readonly example: string;
}

export const searchFields = [
  {
    name: 'message',
    type: 'text',
    about: 'The message without the columns beside it.',
    example: 'message:/took \\d+ ms/',
  },
  {
    name: 'level',
    type: 'level',
    about:
      'fatal, error, warning, notice, info, debug or trace; a worse level is greater. `warn`, `err`, `log` and similar spellings are understood.',
    example: 'level>=warn',
  },
  {
    name: 'process',
    type: 'name',
    about: 'Name of the process; if a capture has only its pid, the name inferred from another capture.',
    example: 'process:postgres',
  },
  {
    name: 'component',
    type: 'name',
    about: 'Logger, subsystem, program or unit that wrote it.',
    example: 'component:com.acme.*',
  },
  { name: 'kind', type: 'name', about: 'Event type.', example: 'kind:sched:sched_switch' },
  {
    name: 'template',
    type: 'name',
    about: 'The message with `<*>` where it varies, or the number of the template.',
    example: 'template:12',
  },
  {
    name: 'capture',
    aliases: ['file'],
    type: 'name',
    about: 'Name of the capture, or its id.',
    example: 'capture:*.log',
  },
  { name: 'host', type: 'name', about: 'The machine that the capture names.', example: 'host:db1' },
  { name: 'function', type: 'name', about: 'A function of its stack.', example: 'function:LWLock*' },
  { name: 'module', type: 'name', about: 'A module of its stack.', example: 'module:/vmci/' },
  { name: 'pid', type: 'number', about: 'Process id.', example: 'pid:4242' },
  { name: 'tid', aliases: ['thread'], type: 'number', about: 'Thread id.', example: 'tid:4243' },
  { name: 'cpu', type: 'number', about: 'Number of the CPU.', example: 'cpu:3' },
  { name: 'line', type: 'number', about: 'First line of the record in its file.', example: 'line>=1000' },
  {
    name: 'duration',
    type: 'duration',
    about:
      'Duration in ns, us, ms, s, m or h. A bare number is in ms. For lines of logs, fields with such a name (`duration`, `took`, `elapsed_ms`, `Query_time`, …) if their unit is known; a note names those whose unit is not.',
    example: 'duration>50ms',
  },
  {
    name: 'time',
    type: 'time',
    about: 'UTC: a time of any day, a date, or both.',
    example: 'time>03:49',
  },
] as const satisfies readonly SearchField[];

export type SearchFieldName = (typeof searchFields)[number]['name'];

/** The field of this name; null if it can only be a field of events. */
export function fieldNamed(name: string): (typeof searchFields)[number] | null {
  const wanted = name.toLowerCase();
  const all: readonly SearchField[] = searchFields;
  const found = all.find(each => each.name === wanted || each.aliases?.includes(wanted));
  return (found as (typeof searchFields)[number] | undefined) ?? null;
}
