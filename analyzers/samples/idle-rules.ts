/** Names of the idle threads and idle functions of operating systems, and of the interrupts that an idle CPU serves. */
import type { ThreadFact } from '../kit/catalog.ts';

/** One operating system. */
export interface IdleRule {
  isIdleThread(thread: Pick<ThreadFact, 'process' | 'pid' | 'tid'>): boolean;
  /** Functions in which CPUs wait. */
  isIdle(symbol: string): boolean;
  /** Functions that serve an interrupt, a soft interrupt or a call from another CPU: work, even on an idle CPU. */
  isInterrupt(symbol: string): boolean;
}

/** Functions in which idle CPUs wait on Linux, by processor, hypervisor and version. */
const idleFunctions = new Set([
  'acpi_idle_do_entry',
  'acpi_processor_ffh_cstate_enter',
  'acpi_safe_halt',
  'arch_cpu_idle',
  'cpu_do_idle',
  'cpu_idle',
  'cpuidle_enter_state',
  'default_idle',
  'intel_idle',
  'intel_idle_ibrs',
  'intel_idle_irq',
  'mwait_idle',
  'mwait_idle_with_hints',
  'native_safe_halt',
  'poll_idle',
  'pseries_dedicated_idle_sleep',
  'psw_idle',
  'pv_native_safe_halt',
  'snooze_loop',
  'xen_hypercall_sched_op',
  'xen_safe_halt',
]);

/** Entries of interrupts and exceptions: arch/x86/include/asm/idtentry.h since 5.8, arch/arm64/kernel/entry.S. */
const interruptPrefixes = ['asm_sysvec_', 'sysvec_', 'asm_exc_', 'el1h_64_', 'smp_apic_timer_interrupt'];

const interruptFunctions = new Set([
  // x86
  'asm_common_interrupt',
  'common_interrupt',
  'asm_spurious_interrupt',
  'apic_timer_interrupt',
  'reschedule_interrupt',
  'smp_reschedule_interrupt',
  'call_function_interrupt',
  'call_function_single_interrupt',
  'smp_call_function_interrupt',
  'smp_call_function_single_interrupt',
  'irq_work_interrupt',
  'smp_irq_work_interrupt',
  'ret_from_intr',
  'do_IRQ',
  'nmi',
  'do_nmi',
  'xen_hvm_callback_vector',
  'xen_do_hypervisor_callback',
  'xen_evtchn_do_upcall',
  '__xen_evtchn_do_upcall',
  'hyperv_callback_vector',
  // arm, arm64
  '__irq_svc',
  'el1_irq',
  'el1_interrupt',
  'gic_handle_irq',
  'handle_IPI',
  // powerpc, s390, riscv
  'hardware_interrupt_common',
  'decrementer_common',
  'timer_interrupt',
  'io_int_handler',
  'ext_int_handler',
  'do_io_irq',
  'do_ext_irq',
  'handle_riscv_irq',
  // all processors
  'generic_handle_irq',
  'generic_handle_domain_irq',
  'handle_domain_irq',
  '__handle_domain_irq',
  'handle_irq_event',
  'irq_enter',
  'irq_exit',
  'irq_exit_rcu',
  '__irq_exit_rcu',
  'do_softirq',
  '__do_softirq',
  'handle_softirqs',
  'irq_work_run',
  'scheduler_ipi',
  'sched_ttwu_pending',
  'generic_smp_call_function_interrupt',
  'generic_smp_call_function_single_interrupt',
  // An idle CPU that polls serves calls from others without an interrupt.
  'flush_smp_call_function_queue',
]);

/** Removes suffixes of compilers: `mwait_idle_with_hints.constprop.0`. */
function plain(symbol: string): string {
  const dot = symbol.indexOf('..');
  return dot > 0 ? symbol.slice(0, dot) : symbol;
}

/** Each CPU has an idle task with the id 0: `swapper` in perf, `:0` where perf has no names, `swapper/3` in tracers. */
const linuxNames = /^(swapper(\/\d+)?|:0)$/;

const linux: IdleRule = {
  isIdleThread({ process, pid, tid }) {
    const id = tid >= 0 ? tid : pid;
    return process === null ? id === 0 : linuxNames.test(process) && id <= 0;
  },
  isIdle: symbol => idleFunctions.has(plain(symbol)),
  isInterrupt: symbol =>
    interruptFunctions.has(plain(symbol)) || interruptPrefixes.some(prefix => symbol.startsWith(prefix)),
};

/** Functions in which idle CPUs wait on Windows: thread 0 of the process Idle, which also serves DPCs and interrupts. */
const windowsIdleFunctions =
  /^(?:KiIdleLoop|PoIdle|Ppm(?:Idle|Perf)\w*|HvlSwitchToHalt\w*|HvlpHalt\w*|\w*ProcessorIdle|HalProcessorIdle|C1Halt|(?:Acpi)?C[123]Idle|MWaitIdle\w*|IntelMWaitIdle\w*)$/;
/** Entries of DPCs, interrupts and calls from other CPUs. */
const windowsInterrupts =
  /^(?:Ki(?:RetireDpcList|ExecuteAllDpcs|ExecuteDpc\w*|DpcInterrupt\w*|DispatchInterrupt\w*|Interrupt(?:Dispatch|SubDispatch|MessageDispatch)\w*|IpiInterrupt\w*|IsrThunk\w*|ChainedDispatch\w*|ScanInterruptObjectList|CallInterruptServiceRoutine|ProcessExpiredTimerList|TimerExpiration)|KxRetireDpcList|HalpTimerClockInterrupt\w*)$/;

/** Frames made from flags of a sample, for samples whose functions have no names: `parsers/etl/frames.ts`. */
const servedByIdle = new Set(['[DPC]', '[ISR]']);

const windows: IdleRule = {
  isIdleThread: ({ process, pid, tid }) => process === 'Idle' && pid === 0 && tid <= 0,
  isIdle: symbol => windowsIdleFunctions.test(symbol),
  isInterrupt: symbol => servedByIdle.has(symbol) || windowsInterrupts.test(symbol),
};

/** V8 gives samples of a program that waits for events a function of their own: `parsers/kit/v8-profile.ts`. */
export const isIdleMark = (symbol: string, module: string): boolean =>
  symbol === '(idle)' && module === '[v8]';

export const idleRules: readonly IdleRule[] = [linux, windows];

/** Names of the idle process in ETW and in process counters. */
const windowsNames = /^(?:Idle|System Idle Process)$/;

/** True if a process with this name is the idle task, for captures that have only the name. */
export const isIdleName = (process: string): boolean =>
  linuxNames.test(process) || windowsNames.test(process);
