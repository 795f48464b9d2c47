/**
 * DTrace: the output of dtrace(1), of scripts in D, and of the tools of the DTraceToolkit.
 * https://docs.oracle.com/en/operating-systems/oracle-linux/dtrace-guide/, https://github.com/opendtrace/toolkit
 */
import type { FormatEntry } from '../contract.ts';
import { sniffDtrace } from './sniff.ts';

export const dtraceEntry: FormatEntry = {
  id: 'dtrace',
  title: 'DTrace',
  unit: 'lines',
  version: 1,
  lost: 'rows of totals, which follow from the others; counts below 0 or above 2^53, stacks below a distribution, the prose around outputs (each with a problem)',
  sniff: sniffDtrace,
  takesAnyTitles: true,
  load: async () => (await import('./format.ts')).dtrace,
};
