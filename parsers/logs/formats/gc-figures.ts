/**
 * Figures in the lines of garbage collectors: how long the program stopped, and the heap before and after. Their units
 * vary from line to line, and decimals have the point or the comma of a locale, so that patterns do not suffice.
 */
import type { Figure } from '../definition.ts';

const amount = (text: string): number => Number(text.replace(',', '.'));

const sizes: Readonly<Record<string, number>> = { B: 2 ** -20, K: 2 ** -10, M: 1, G: 2 ** 10, T: 2 ** 20 };

/** `15.9G` in MiB. */
function mebibytes(text: string): number {
  const size = sizes[text.slice(-1)] ?? 1;
  return rounded(amount(text.replace(/[BKMGT]$/, '')) * size);
}

/** Without the noise of a conversion of decimals: nine digits are more than any of these lines has. */
const rounded = (value: number): number => Number(value.toPrecision(9));

const heap = (change: RegExpExecArray | null): Figure[] => {
  const { before, after, heap: total } = change?.groups ?? {};
  return [
    ...(before === undefined ? [] : [figure('before', mebibytes(before), 'MiB')]),
    ...(after === undefined ? [] : [figure('after', mebibytes(after), 'MiB')]),
    ...(total === undefined ? [] : [figure('heap', mebibytes(total), 'MiB')]),
  ];
};

const figure = (key: string, value: number, unit: string): Figure => ({ key, value, unit });

const milliseconds = (text: string, unit: string): number =>
  rounded(amount(text) * ({ ns: 1e-6, us: 1e-3, ms: 1, s: 1000, secs: 1000, seconds: 1000 }[unit] ?? 1));

/** Names of the times of lines, by the word at their begin. */
const times: Readonly<Record<string, string>> = {
  Pause: 'pause',
  'Allocation Stall': 'stall',
  'Relocation Stall': 'stall',
  Concurrent: 'concurrent',
  // ZGC and Shenandoah by generations: from begin to end, while the program runs.
  'Minor Collection': 'collection',
  'Major Collection': 'collection',
  'Young Collection': 'collection',
  'Old Collection': 'collection',
};

/** Lines of `-Xlog:gc*`, of any collector. Only what is called a pause stops the program. */
export function unifiedGc(message: string): readonly Figure[] {
  const [line = ''] = message.split('\n', 1);
  const change =
    /(?<![\d.,])(?<before>\d{1,12}(?:[.,]\d{1,9})?[BKMG])(?:\(\d{1,3}%\))?->(?<after>\d{1,12}(?:[.,]\d{1,9})?[BKMG])(?:\((?:\d{1,3}%|(?<heap>\d{1,12}(?:[.,]\d{1,9})?[BKMG]))\))?(?= |$)/.exec(
      line,
    );
  const [, time, unit = 'ms'] = /(?:^|[ \t])(\d+(?:[.,]\d+)?)(ms|s)$/.exec(line.trimEnd()) ?? [];
  const found = isHeapLine(line) ? heap(change) : [];
  if (time === undefined) return [...found, ...stopped(line)];
  const [, name] =
    /^(?:GC\(\d+\) )?(?:[yYoO]: )?(Pause|(?:Allocation|Relocation) Stall|Concurrent|(?:Minor|Major|Young|Old) Collection)\b/.exec(
      line,
    ) ?? [];
  return name === undefined ? found : [figure(times[name]!, milliseconds(time, unit), 'ms'), ...found];
}

/** True if sizes on the line are those of the whole heap, not of a generation or of metaspace. */
const isHeapLine = (line: string): boolean =>
  /^(?:GC\(\d+\) )?(?:[yYoO]: )?(?:Pause|Concurrent|Garbage Collection|(?:Minor|Major|Young|Old) Collection|Global)\b/.test(
    line,
  );

/** Times of safepoints. */
function stopped(line: string): readonly Figure[] {
  const [, safepoint] = /^Safepoint "[^"]*".*, Total: {1,16}(\d+) ns/.exec(line) ?? [];
  if (safepoint !== undefined) return [figure('stopped', milliseconds(safepoint, 'ns'), 'ms')];
  const [, seconds] =
    /^Total time for which application threads were stopped: (\d+[.,]\d+) seconds/.exec(line) ?? [];
  return seconds === undefined ? [] : [figure('stopped', milliseconds(seconds, 's'), 'ms')];
}

/**
 * Records of the logs before `-Xlog`: `[GC (Allocation Failure) [ParNew: 1K->2K(3K), 0.0412 secs] 4K->5K(6K), 0.0413
 * secs] [Times: …]`. Generations are in brackets of their own; what is left describes the whole collection.
 */
export function olderGc(message: string): readonly Figure[] {
  const [line = ''] = message.split('\n', 1);
  const whole = withoutInner(line.replace(/ \[Times: [^\]]*\]/, ''));
  const change = /(?<!\d)(?<before>\d{1,12}[BKMG])->(?<after>\d{1,12}[BKMG])\((?<heap>\d{1,12}[BKMG])\)/.exec(
    whole,
  );
  // With details, G1 states the heap below the first line.
  const details =
    /\bHeap: (?<before>\d{1,12}(?:[.,]\d{1,9})?[BKMG])\([^)]{0,32}\)->(?<after>\d{1,12}(?:[.,]\d{1,9})?[BKMG])\((?<heap>\d{1,12}(?:[.,]\d{1,9})?[BKMG])\)/.exec(
      message,
    );
  const [, time, unit = 'secs'] = /, (\d+[.,]\d+) (secs|ms)\]/.exec(whole) ?? [];
  const isConcurrent = /concurrent|^\[Concurrent/.test(whole);
  return [
    ...(time === undefined
      ? stopped(line)
      : [figure(isConcurrent ? 'concurrent' : 'pause', milliseconds(time, unit), 'ms')]),
    ...heap(change ?? details),
    // With details, these are on a line of their own.
    ...processorTimes(message),
  ];
}

/** `[Times: user=0.03 sys=0.01, real=0.01 secs]` */
function processorTimes(message: string): Figure[] {
  const times = /\[Times: ([^\]]{1,99}) secs\]/.exec(message)?.[1] ?? '';
  return [...times.matchAll(/\b(user|sys|real)=(\d{1,9}[.,]\d{1,9})/g)].map(([, key, value]) =>
    figure(key!, amount(value!), 's'),
  );
}

/** Removes brackets within the outermost ones. */
function withoutInner(line: string): string {
  let depth = 0;
  let kept = '';
  for (const char of line) {
    if (char === '[') depth++;
    if (depth < 2) kept += char;
    if (char === ']' && depth > 0) depth--;
  }
  return kept;
}

/** Node's `--trace-gc`: `Scavenge 2.4 (3.0) -> 2.0 (4.0) MB, 0.83 / 0.00 ms (average mu = 1.000 …) allocation failure`. */
export function nodeGc(message: string): readonly Figure[] {
  const match =
    /(?<![\d.])(\d{1,12}\.\d{1,9}) \((\d{1,12}\.\d{1,9})\) -> (\d{1,12}\.\d{1,9}) \((\d{1,12}\.\d{1,9})\) MB, (?:pooled: \d{1,12}(?:\.\d{1,9})? MB, )?(\d{1,12}(?:\.\d{1,9})?) \/ /.exec(
      message,
    );
  if (match === null) return [];
  const [before, , after, total, pause] = match.slice(1).map(Number);
  return [
    figure('pause', pause!, 'ms'),
    figure('before', before!, 'MiB'),
    figure('after', after!, 'MiB'),
    figure('heap', total!, 'MiB'),
  ];
}

/**
 * Go's GODEBUG=gctrace=1: `gc 1 @0.023s 1%: 0.031+0.64+0.17 ms clock, 0.25+0.26/0.62/0.77+1.3 ms cpu, 4->4->1 MB, 5 MB
 * goal, 8 P`. Of the three parts of the clock time, the first and the last stop the program.
 */
export function goGc(message: string): readonly Figure[] {
  const match =
    /^(\d{1,3})%: ([\d.]{1,20})\+([\d.]{1,20})\+([\d.]{1,20}) ms clock, ([\d.+/]{1,99}) ms cpu, (\d{1,12})->(\d{1,12})->(\d{1,12}) MB, (\d{1,12}) MB goal,(?: .{0,60} MB globals,)? (\d{1,6}) P/.exec(
      message,
    );
  if (match === null) return [];
  const [, share, begin, between, end, cpu = '', before, after, live, goal, processors] = match;
  const cpuTime = cpu.split(/[+/]/).reduce((sum, part) => sum + Number(part), 0);
  return [
    figure('pause', rounded(Number(begin) + Number(end)), 'ms'),
    figure('concurrent', Number(between), 'ms'),
    figure('cpu', rounded(cpuTime), 'ms'),
    figure('gc_share', Number(share), '%'),
    figure('before', Number(before), 'MiB'),
    figure('after', Number(after), 'MiB'),
    figure('live', Number(live), 'MiB'),
    figure('goal', Number(goal), 'MiB'),
    figure('processors', Number(processors), 'P'),
  ];
}
