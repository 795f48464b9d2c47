/** What samples find on CPUs that have nothing to run: counted like any other, and told. */
import { listed } from './answer.ts';
import type { Note } from './contract.ts';
import { note } from './notes.ts';
import type { Functions } from './stacks/functions.ts';
import { isKernel } from './stacks/grouping.ts';

/** Linux's idle task, as perf names it, and Windows' idle process. */
const idleProcesses = new Set(['swapper', 'Idle', 'System Idle Process']);

/** Where Linux lets CPUs wait, by processor, hypervisor and version. */
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

/** Says which processes are no work: samples of them are CPUs that had nothing to run, and interrupts meanwhile. */
export function idleProcessNote(processes: Iterable<string | null>): Note[] {
  const found = [...new Set(processes)].filter(name => name !== null && idleProcesses.has(name));
  return found.map(name =>
    note('idle-process', `${name} is the idle task: its share is time that no process used.`, {
      process: name!,
    }),
  );
}

/** Says in which of the functions CPUs wait, where it is 1 % of `whole` or more. */
export function idleFunctionNote(
  { names, modules, name, module }: Functions,
  self: Float64Array,
  whole: number,
): Note[] {
  const found: string[] = [];
  self.forEach((own, func) => {
    if (own === 0 || own < whole / 100) return;
    // Compilers add to names: `mwait_idle_with_hints.constprop.0`.
    const [symbol] = names[name[func]!]!.split('.');
    if (idleFunctions.has(symbol!) && isKernel(modules[module[func]!]!)) found.push(names[name[func]!]!);
  });
  return found.length > 0
    ? [note('idle-functions', `CPUs with nothing to run wait in ${listed(found)}.`, { functions: found })]
    : [];
}
