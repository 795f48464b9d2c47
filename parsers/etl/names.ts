/** Names of the kernel's enumeration values. */

/** KTHREAD_STATE */
export const threadStates = [
  'Initialized',
  'Ready',
  'Running',
  'Standby',
  'Terminated',
  'Waiting',
  'Transition',
  'DeferredReady',
  'GateWait',
  'WaitingForProcessInSwap',
];

/** KWAIT_REASON, as xperf prints it. */
export const waitReasons = [
  'Executive',
  'FreePage',
  'PageIn',
  'PoolAllocation',
  'DelayExecution',
  'Suspended',
  'UserRequest',
  'WrExecutive',
  'WrFreePage',
  'WrPageIn',
  'WrPoolAllocation',
  'WrDelayExecution',
  'WrSuspended',
  'WrUserRequest',
  'WrEventPair',
  'WrQueue',
  'WrLpcReceive',
  'WrLpcReply',
  'WrVirtualMemory',
  'WrPageOut',
  'WrRendezvous',
  'WrKeyedEvent',
  'WrTerminated',
  'WrProcessInSwap',
  'WrCpuRateControl',
  'WrCalloutStack',
  'WrKernel',
  'WrResource',
  'WrPushLock',
  'WrMutex',
  'WrQuantumEnd',
  'WrDispatchInt',
  'WrPreempted',
  'WrYieldExecution',
  'WrFastMutex',
  'WrGuardedMutex',
  'WrRundown',
  'WrAlertByThreadId',
  'WrDeferredPreempt',
  'WrPhysicalFault',
  'WrIoRing',
  'WrMdlCache',
  'WrRcu',
];

/** Reasons why a thread was made ready. */
export const adjustReasons = ['None', 'Unwait', 'Boost'];

/** Default names of the sources of profile interrupts, for traces that do not name them. */
export const profileSources: Readonly<Record<number, string>> = {
  0: 'Timer',
  2: 'TotalIssues',
  6: 'BranchInstructions',
  8: 'DcacheMisses',
  10: 'CacheMisses',
  11: 'BranchMispredictions',
  19: 'TotalCycles',
  25: 'InstructionRetired',
};
