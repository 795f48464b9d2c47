/**
 * Names of the fields of kernel events, which tracerpt leaves out of CSV, in the order of the MOF classes.
 * https://learn.microsoft.com/windows/win32/etw/nt-kernel-logger-constants
 */
import type { FieldRole } from '../event-meanings.ts';

const lists: Readonly<Record<string, string>> = {
  'Thread/CSwitch':
    'NewThreadId, OldThreadId, NewThreadPriority, OldThreadPriority, PreviousCState, SpareByte, OldThreadWaitReason, OldThreadWaitMode, OldThreadState, OldThreadWaitIdealProcessor, NewThreadWaitTime, Reserved',
  'Thread/ReadyThread': 'TThreadId, AdjustReason, AdjustIncrement, Flag, Reserved',
  'PerfInfo/SampleProf': 'InstructionPointer, ThreadId, Count, Reserved',
  'DiskIo/Read':
    'DiskNumber, IrpFlags, TransferSize, Reserved, ByteOffset, FileObject, Irp, HighResResponseTime, IssuingThreadId',
  'EventTrace/Header':
    'BufferSize, Version, ProviderVersion, NumberOfProcessors, EndTime, TimerResolution, MaxFileSize, LogFileMode, BuffersWritten, StartBuffers, PointerSize, EventsLost, CPUSpeed',
};

const fields = new Map(Object.entries(lists).map(([kind, names]) => [kind, names.split(', ')]));

const alike: Readonly<Record<string, string>> = {
  'DiskIo/Write': 'DiskIo/Read',
  'PerfInfo/SampledProfile': 'PerfInfo/SampleProf',
};

const none: readonly string[] = [];

/** Names of the event's fields; empty if they are unknown. */
export function fieldNames(kind: string): readonly string[] {
  return fields.get(Object.hasOwn(alike, kind) ? alike[kind]! : kind) ?? none;
}

const roles: Readonly<Record<string, Readonly<Record<string, FieldRole>>>> = {
  'Thread/CSwitch': {
    NewThreadId: 'switch.next.tid',
    OldThreadId: 'switch.prev.tid',
    OldThreadState: 'switch.prev.state',
    OldThreadWaitReason: 'switch.prev.reason',
  },
  'Thread/ReadyThread': { TThreadId: 'wakeup.tid' },
};

export function roleOf(kind: string, field: string): FieldRole | undefined {
  const byField = Object.hasOwn(roles, kind) ? roles[kind]! : {};
  return Object.hasOwn(byField, field) ? byField[field] : undefined;
}

/** Numbers of KTHREAD_STATE and KWAIT_REASON, as the class Thread_V2 CSwitch lists them. */
const states = 'Initialized, Ready, Running, Standby, Terminated, Waiting, Transition, DeferredReady'.split(
  ', ',
);
const reasons =
  'Executive, FreePage, PageIn, PoolAllocation, DelayExecution, Suspended, UserRequest, WrExecutive, WrFreePage, WrPageIn, WrPoolAllocation, WrDelayExecution, WrSuspended, WrUserRequest, WrEventPair, WrQueue, WrLpcReceive, WrLpcReply, WrVirtualMemory, WrPageOut, WrRendezvous, WrKeyedEvent, WrTerminated, WrProcessInSwap, WrCpuRateControl, WrCalloutStack, WrKernel, WrResource, WrPushLock, WrMutex, WrQuantumEnd, WrDispatchInt, WrPreempted, WrYieldExecution, WrFastMutex, WrGuardedMutex, WrRundown'.split(
    ', ',
  );

/** The name of a number of an enumeration; other cells stay unchanged. */
export function wordOf(kind: string, field: string, cell: string): string {
  if (kind !== 'Thread/CSwitch' || !/^\d{1,3}$/.test(cell)) return cell;
  if (field === 'OldThreadState') return states[Number(cell)] ?? cell;
  return field === 'OldThreadWaitReason' ? (reasons[Number(cell)] ?? cell) : cell;
}
