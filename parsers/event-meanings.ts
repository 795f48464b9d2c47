/**
 * The meaning of an event, whatever tool recorded it and whatever the tool calls it: a switch, a wake-up, a system
 * call, a disk request.
 *
 * A reader only has to give the fields of such an event a role (`FieldType.role`): an event *is* a switch because a
 * field of it has a role of `switch`. The workspace derives the states of threads from switches and wake-ups
 * (`workspace/states/`), and questions about waits, system calls and disks select by role, never by kind or field
 * name.
 */
export const eventMeanings = {
  switch: {
    about:
      'A CPU goes from one thread to the next. `cpu` of the event is that CPU. Its thread, if the capture states it, is the one that stops running, and its stack is where that stopped. In ETW they are the thread that begins to run, and the stack where it had stopped before.',
    roles: {
      'prev.tid': 'Thread that stops running; not needed if it is the thread of the event. 0 is idle.',
      'prev.process': 'Its name, or that of its process.',
      'prev.pid': 'Its process id.',
      'prev.state':
        'What the thread does next: a state letter of Linux (`S`, `D`, `R+`) or a thread state of Windows (`Waiting`, `Ready`). See `threadStateOf`.',
      'prev.reason': 'What it waits for, if the state does not say so: a wait reason of Windows (`WrQueue`).',
      'next.tid': 'Thread that begins to run. 0 is idle.',
      'next.process': 'Its name, or that of its process.',
      'next.pid': 'Its process id.',
    },
  },
  wakeup: {
    about:
      'A thread is made ready to run. The thread of the event is the waker: the thread that ran on its CPU. If a tool records several events for one wake-up, the first counts.',
    roles: {
      tid: 'Thread that is made ready.',
      process: 'Its name, or that of its process.',
      pid: 'Its process id.',
    },
  },
  fork: {
    about: 'A thread is created; before, it had no state.',
    roles: { tid: 'The new thread.', process: 'Its name, or that of its process.', pid: 'Its process id.' },
  },
  syscall: {
    about:
      'A whole system call, from `ts` for the duration of the event. Without a duration it never returned.',
    roles: {
      name: 'The call.',
      result: 'Its result, a number or a text.',
      error: 'Name or number of the error; absent (or an empty text) if it succeeded.',
    },
  },
  'syscall-enter': {
    about: 'The thread of the event enters a system call.',
    roles: { name: 'The call.', number: 'Its number, if the name is unknown.' },
  },
  'syscall-exit': {
    about: 'The thread of the event returns from the system call that it entered last.',
    roles: {
      name: 'The call.',
      number: 'Its number, if the name is unknown.',
      result: 'Its result: below 0 it is the number of an error.',
    },
  },
  slice: {
    about:
      'An interval of something with a name: a span of a tracing system, a call of a function. `ts` is its begin. Without a duration its end is unknown.',
    roles: {
      name: 'Name of the slice: slices of one name are added up.',
      trace: 'Id of its trace.',
      id: 'Its own id, which its children have as their parent.',
      parent: 'Id of its parent slice.',
      error: 'Why it failed; absent (or an empty text) if it did not.',
    },
  },
  'disk-io': {
    about: 'A whole disk request, from `ts` for the duration of the event.',
    roles: {
      device: 'The disk.',
      file: 'The file, if the capture states it.',
      operation: 'Read, write or flush, as the tool names it.',
      bytes: 'Size of the request, bytes.',
    },
  },
  'disk-issue': {
    about:
      'A request is issued to the disk. Together with the next completion of the same device and sector it is one request.',
    roles: {
      device: 'The disk.',
      place: 'Its sector on the device.',
      operation: 'Read, write or flush, as the tool names it.',
      bytes: 'Size of the request, bytes.',
    },
  },
  'disk-complete': {
    about: 'The disk has completed a request.',
    roles: {
      device: 'The disk.',
      place: 'Its sector on the device.',
      error: 'Number of the error; 0 if it succeeded.',
    },
  },
} as const satisfies Record<string, { about: string; roles: Readonly<Record<string, string>> }>;

/**
 * Names of the fields of an exception: those that readers of logs give it (OpenTelemetry's), and those of the .NET
 * runtime's own event, in whatever file it was recorded.
 */
export const exceptionFields = {
  type: ['exception.type', 'ExceptionType'],
  where: ['exception.where'],
} as const;

export type EventMeaning = keyof typeof eventMeanings;

/** Role of a field in the meaning of its event: `switch.next.tid`. */
export type FieldRole = {
  [M in EventMeaning]: `${M}.${keyof (typeof eventMeanings)[M]['roles'] & string}`;
}[EventMeaning];

/**
 * The kind of samples that stand for a wait: their stack is where the thread went to sleep, their period is how long
 * it slept, ns. The workspace makes them from switches with stacks. They are weighted by time, and are part of an
 * answer only if this kind is selected or is the only one.
 */
export const offCpu = 'off-cpu';

/** State of a thread that stopped running, and the reason in words. */
export interface ThreadState {
  readonly state: 'ready' | 'waiting' | 'ended';
  readonly reason: string;
}

const waiting = (reason: string): ThreadState => ({ state: 'waiting', reason });
const ready = (reason: string): ThreadState => ({ state: 'ready', reason });
const ended: ThreadState = { state: 'ended', reason: 'ended' };

/**
 * Thread states by their first letter: Linux, `task_state_array` in fs/proc/array.c and TASK_REPORT in
 * include/linux/sched.h.
 */
const linux: ReadonlyMap<string, ThreadState> = new Map(
  Object.entries({
    R: ready('preempted'),
    S: waiting('interruptible sleep'),
    D: waiting('uninterruptible sleep'),
    I: waiting('idle kernel thread'),
    T: waiting('stopped'),
    t: waiting('traced'),
    P: waiting('parked'),
    K: waiting('uninterruptible sleep, killable'),
    W: waiting('waking'),
    X: ended,
    x: ended,
    Z: ended,
  }),
);

/** Thread states of Windows: KTHREAD_STATE. */
const windows: ReadonlyMap<string, ThreadState> = new Map(
  Object.entries({
    initialized: waiting('initialized'),
    ready: ready('preempted'),
    running: ready('preempted'),
    standby: ready('preempted'),
    terminated: ended,
    waiting: waiting('waiting'),
    wait: waiting('waiting'),
    transition: waiting('stack paged out'),
    deferredready: ready('preempted'),
    gatewait: waiting('gate'),
    gatewaitobsolete: waiting('gate'),
    waitingforprocessinswap: waiting('process swapped out'),
  }),
);

/**
 * Meaning of the state that a tool prints for a thread that stops running.
 *
 * On Linux, `R+` and `R|…` are preemption; `S|K` and the like count as their first letter; perf prints 0x…
 * for a state without a letter.
 */
export function threadStateOf(printed: string): ThreadState {
  const word = windows.get(printed.toLowerCase().replaceAll(/[\s_]/g, ''));
  if (word !== undefined) return word;
  const letter = linux.get(printed.charAt(0));
  if (letter !== undefined && /^[A-Za-z](?:[+|]|$)/.test(printed)) return letter;
  return waiting(printed === '' ? 'unknown' : `state ${printed}`);
}
