/** Keys of the actions on a row of any table or tree. */
export const rowKeys = {
  b: 'callers and callees of its function',
  t: 'show its function in the call tree',
  l: 'show its function in the flame graph',
  m: 'what moves with it: counters, messages, functions, processes and waits',
  s: 'show it on the timeline',
  f: 'narrow to its module, process, thread, CPU, capture, host or kind',
  h: 'hide samples that have its function',
  g: 'show its module as one frame',
} as const;

export type RowKey = keyof typeof rowKeys;
