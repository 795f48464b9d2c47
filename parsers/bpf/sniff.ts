import type { Sniff } from '../contract.ts';
import { TextHistogram } from '../kit/histogram-text.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { opensKey, readMap } from './maps.ts';
import { isOfPercentages } from './percentages.ts';
import { StackBlock } from './stack-block.ts';
import { toolFor } from './tools.ts';

const most = 400;
const attaching = /^Attach(?:ing|ed) \d+ probes?(?:\.\.\.)?$/;

/** `yes` for the first line that bpftrace prints, `likely` for maps, which only bpftrace prints. */
export function sniffBpftrace(head: Uint8Array): Sniff {
  let maps = 0;
  for (const line of headLines(head, most)) {
    if (attaching.test(line)) return 'yes';
    if (line.startsWith('@') && (opensKey(line) || isMap(line))) maps++;
  }
  return maps === 0 ? 'no' : 'likely';
}

const isMap = (line: string): boolean => {
  const map = readMap(line);
  return map !== null && (map.value === '' || /^-?\d|^count \d/.test(map.value));
};

/** Lines that only these tools print. */
const stated =
  /^Tracing (?:off-CPU|blocked) time \([mun]s\)|^ {4,}\d+ bytes in \d+ allocations from stack$|^\d\d:\d\d:\d\d:? PIDs\/sec: \d|^\d\d:\d\d:\d\d Triggered by (?:PID )?\d+ \("/;

/** Looks for the titles of a known tool, a histogram with its title, or stacks with their numbers. */
export function sniffBcc(head: Uint8Array): Sniff {
  if (sniffBpftrace(head) === 'yes') return 'no';
  let stacks = 0;
  const block = new StackBlock();
  let before = '';
  for (const line of headLines(head, most)) {
    if (line.length > 300) continue;
    if (isOfPercentages(before, line)) return 'likely';
    before = line;
    const tool = toolFor(line);
    // DTrace prints these titles right-aligned.
    if (tool !== null && tool.kind !== 'table' && !/^\s+SYSCALL/.test(line)) return 'likely';
    if (stated.test(line)) return 'likely';
    if (/istribution/.test(line) && !/value +-/.test(line) && TextHistogram.begin(line) !== null)
      return 'likely';
    if (!/^\s/.test(line)) block.clear();
    else if (block.add(line) === 'done' && block.isProfile) stacks++;
  }
  return stacks === 0 ? 'no' : 'maybe';
}
