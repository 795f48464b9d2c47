/** Messages that tools print beside their output: that they begin, end, or lost something. */

type MessageKind = 'other' | 'tracing' | 'interval' | 'lost' | 'failed';

const patterns: readonly (readonly [RegExp, MessageKind])[] = [
  [/^Lost \d+ (?:events|samples)|^Possibly lost \d+ samples|^lost \d+ events|\(missed \d+ /i, 'lost'],
  [
    /^(?:ERROR|WARNING|Warning|libbpf|Failed to |failed to |[Cc]annot attach |Could not |perf_buffer|create_probe_event|open\(\/sys\/|stdin:\d|\/\S+\.bt:\d)/,
    'failed',
  ],
  [/Output every \d+ sec/, 'interval'],
  [/^(?:Tracing|Sampling|Counting|Timing|Summarizing|Reading|Finding|Polling) /, 'tracing'],
  [
    /^(?:Attach(?:ing|ed) |Detaching|Ending tracing|Running for |Ctrl-C|\^C$|Hit Ctrl-C|Probing|Display |Monitoring |Top \d+ |Setting up|Exiting|<screen clears>|\[?\(?\.\.\.|={5,}$|-{5,}$|exiting|I\/O size .* by process name:$)/,
    'other',
  ],
];

/** null if the line is no such message. */
export function messageKind(line: string): MessageKind | null {
  const text = line.trim();
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
