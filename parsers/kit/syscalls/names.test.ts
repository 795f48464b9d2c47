import { describe, expect, it } from 'vitest';
import { architectureOf, CallNames, callName, isCallName } from './names.ts';

describe('names of system calls', () => {
  it('are those of the kernel’s tables, for each architecture', () => {
    expect([0, 1, 59, 202, 232, 257, 334, 424, 435, 449].map(number => callName('x86-64', number))).toEqual([
      'read',
      'write',
      'execve',
      'futex',
      'epoll_wait',
      'openat',
      'rseq',
      'pidfd_send_signal',
      'clone3',
      'futex_waitv',
    ]);
    expect([1, 4, 11, 240, 252].map(number => callName('x86', number))).toEqual([
      'exit',
      'write',
      'execve',
      'futex',
      'exit_group',
    ]);
    expect([25, 56, 63, 64, 98, 222].map(number => callName('generic', number))).toEqual([
      'fcntl',
      'openat',
      'read',
      'write',
      'futex',
      'mmap',
    ]);
    expect([-1, 400, 9999, 1.5].map(number => callName('x86-64', number))).toEqual([null, null, null, null]);
  });

  it('depend on the machine that the capture states, and are a guess without it', () => {
    expect(['x86_64', 'i686', 'aarch64', 'riscv64', 'ppc64le'].map(architectureOf)).toEqual([
      'x86-64',
      'x86',
      'generic',
      'generic',
      null,
    ]);
    const guess = new CallNames(null);
    expect([guess.name(9999), guess.isMachineAssumed, guess.name(232), guess.isMachineAssumed]).toEqual([
      null,
      false,
      'epoll_wait',
      true,
    ]);
    expect([isCallName('epoll_wait'), isCallName('strlen')]).toEqual([true, false]);
  });
});
