/**
 * Output of bpftrace and of the tools of bcc, libbpf-tools and perf-tools: tables, maps, histograms and
 * stacks. https://github.com/bpftrace/bpftrace, https://github.com/iovisor/bcc,
 * https://github.com/brendangregg/perf-tools
 */
import type { Format } from '../contract.ts';
import { BpfReader } from './reader.ts';
import { sniffBcc, sniffBpftrace } from './sniff.ts';

export const bpftrace: Format = {
  id: 'bpftrace',
  title: 'bpftrace',
  unit: 'lines',
  version: 1,
  lost: 'the meaning of keys beside a stack that are not a name and a pid; the data of JSON output (`-f json`)',
  sniff: sniffBpftrace,
  open: (out, options) => new BpfReader(out, options, true),
};

export const bcc: Format = {
  id: 'bcc',
  title: 'bcc, libbpf-tools and perf-tools',
  unit: 'lines',
  version: 1,
  lost: 'text around the outputs of a session (with a notice); outputs without titles (`tcpsubnet`, `filegone`, `deadlock`, `criticalstat`), the data that `sslsniff` prints, JSON (`biolatpcts -j`)',
  sniff: sniffBcc,
  open: (out, options) => new BpfReader(out, options, false),
};
