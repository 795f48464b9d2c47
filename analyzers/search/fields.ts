/** The fields that every search has, besides those that events carry. */

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
    about: 'The message alone, without what stands beside it.',
    example: 'message:/took \\d+ ms/',
  },
  {
    name: 'level',
    type: 'level',
    about:
      'fatal, error, warning, notice, info, debug or trace; worse is more. `warn`, `err`, `log` and such are understood.',
    example: 'level>=warn',
  },
  {
    name: 'process',
    type: 'name',
    about: 'Name of the process; of captures that give its pid alone, the name that another capture lends.',
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
    about: 'The message with `<*>` where it varies, or the number that stands for it.',
    example: 'template:12',
  },
  {
    name: 'capture',
    aliases: ['file'],
    type: 'name',
    about: 'Name of the capture, or its id.',
    example: 'capture:*.log',
  },
  { name: 'host', type: 'name', about: 'The machine, where the capture names it.', example: 'host:db1' },
  { name: 'function', type: 'name', about: 'A function of its stack.', example: 'function:LWLock*' },
  { name: 'module', type: 'name', about: 'A module of its stack.', example: 'module:/vmci/' },
  { name: 'pid', type: 'number', about: 'Process id.', example: 'pid:4242' },
  { name: 'tid', aliases: ['thread'], type: 'number', about: 'Thread id.', example: 'tid:4243' },
  { name: 'cpu', type: 'number', about: 'On which CPU.', example: 'cpu:3' },
  { name: 'line', type: 'number', about: 'First line of the record in its file.', example: 'line>=1000' },
  {
    name: 'duration',
    type: 'duration',
    about:
      'How long it took: ns, us, ms, s, m, h. A bare number is of ms. Of lines of logs, the field of that name, where its unit is known.',
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

/** The field of this name; null where only events may have one. */
export function fieldNamed(name: string): (typeof searchFields)[number] | null {
  const wanted = name.toLowerCase();
  const all: readonly SearchField[] = searchFields;
  const found = all.find(each => each.name === wanted || each.aliases?.includes(wanted));
  return (found as (typeof searchFields)[number] | undefined) ?? null;
}
