import { describe, expect, it } from 'vitest';
import { threadStateOf } from '../../event-meanings.ts';
import { callOf, withRole } from './tracepoints.ts';

describe('roles of tracepoints', () => {
  it('are found by name, with or without the system', () => {
    const tid = { key: 'next_pid', type: 'number' } as const;
    expect(withRole('sched:sched_switch', tid)).toEqual({ ...tid, role: 'switch.next.tid' });
    expect(withRole('sched_switch', tid)).toEqual({ ...tid, role: 'switch.next.tid' });
    expect(withRole('sched:sched_stat_wait', tid)).toBe(tid);
    expect(withRole('toString', { key: 'constructor', type: 'text' })).not.toHaveProperty('role');
  });

  it('include the name of the call, for a tracepoint of one system call', () => {
    expect(callOf('syscalls:sys_enter_openat')).toMatchObject({
      call: 'openat',
      type: { role: 'syscall-enter.name' },
    });
    expect(callOf('sys_exit_read')).toMatchObject({ call: 'read', type: { role: 'syscall-exit.name' } });
    expect(callOf('raw_syscalls:sys_enter')).toBeNull();
  });
});

describe('printed states of switches', () => {
  it('are mapped to ready, waiting or ended, for Linux and for Windows', () => {
    const states = (printed: readonly string[]) => printed.map(state => threadStateOf(state).state);
    expect(states(['R', 'R+', 'S', 'D', 'D|K', 'I', 't', 'X', 'Z'])).toEqual([
      ...['ready', 'ready', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'ended', 'ended'],
    ]);
    expect(states(['Waiting', 'Ready', 'Standby', 'DeferredReady', 'Terminated'])).toEqual([
      ...['waiting', 'ready', 'ready', 'ready', 'ended'],
    ]);
  });

  it('mean waiting if they are unknown, with the printed text as the reason', () => {
    expect(threadStateOf('0x4000')).toEqual({ state: 'waiting', reason: 'state 0x4000' });
    expect(threadStateOf('')).toEqual({ state: 'waiting', reason: 'unknown' });
  });
});
