/**
 * Output of bpftrace and of the tools of bcc, libbpf-tools and perf-tools: tables, maps, histograms and
 * stacks. https://github.com/bpftrace/bpftrace, https://github.com/iovisor/bcc,
 * https://github.com/brendangregg/perf-tools
 */
import type { FormatEntry } from '../contract.ts';
import { sniffBcc, sniffBpftrace } from './sniff.ts';

export const bpftraceEntry: FormatEntry = {
  id: 'bpftrace',
  title: 'bpftrace',
  unit: 'lines',
  version: 1,
  lost: 'the meaning of keys beside a stack that are not a name and a pid; the data of JSON output (`-f json`)',
  sniff: sniffBpftrace,
  load: async () => (await import('./format.ts')).bpftrace,
};

export const bccEntry: FormatEntry = {
  id: 'bcc',
  title: 'bcc, libbpf-tools and perf-tools',
  unit: 'lines',
  version: 1,
  lost: 'text around the outputs of a session (with a notice); outputs without titles (`tcpsubnet`, `filegone`, `deadlock`, `criticalstat`), the data that `sslsniff` prints, JSON (`biolatpcts -j`)',
  sniff: sniffBcc,
  load: async () => (await import('./format.ts')).bcc,
};
