const idle = new Set(['swapper', 'Idle', 'System Idle Process']);

/** Whether it is what runs on a CPU that has nothing to run: Linux's idle task, as perf names it, Windows' idle process. */
export function isIdle(process: string): boolean {
  return idle.has(process);
}
