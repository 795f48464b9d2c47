/**
 * Text of ftrace: `trace` and `trace_pipe` of the function and function_graph tracers, of events and of the latency
 * tracers; `trace-cmd report`; and output of perf-tools based on it (functrace, funcgraph, funcslower, kprobe,
 * uprobe, tpoint). https://docs.kernel.org/trace/ftrace.html
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { isRule, readGraphLine, readStep, readSwitch } from './graph-line.ts';
import { isStackHead, readEntry, readFrame, readFunction, readTracepoint } from './line.ts';

export const ftraceEntry: FormatEntry = {
  id: 'ftrace',
  title: 'ftrace, trace-cmd report',
  unit: 'lines',
  version: 1,
  lost: 'flags of events (irqs-off, need-resched, …), marks of overhead and of interrupts, the tracer’s own frames on top of stacks, return values of functions',
  sniff,
  load: async () => (await import('./format.ts')).ftrace,
};

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head, 400).filter(line => line.trim() !== '');
  if (lines.slice(0, 5).some(line => /^# tracer: \w+/.test(line))) return 'yes';
  const content = lines.filter(line => !line.startsWith('#'));
  const events = content.filter(isEvent).length;
  const graph = content.filter(isGraph).length;
  const others = content.filter(
    line => readFrame(line) !== null || isRule(line) || readSwitch(line) !== null,
  ).length;
  const known = events + graph + others;
  if (events + graph === 0) return 'no';
  if (known >= 0.7 * content.length) return 'yes';
  // A terminal session has prose around its outputs.
  return events + graph > 2 ? 'likely' : 'maybe';
}

function isEvent(line: string): boolean {
  const text = readEntry(line)?.text;
  return (
    text !== undefined && (readFunction(text) !== null || isStackHead(text) || readTracepoint(text) !== null)
  );
}

function isGraph(line: string): boolean {
  const read = readGraphLine(line);
  return read !== null && (read.cpu >= 0 || read.tid >= 0) && readStep(read.text) !== null;
}
