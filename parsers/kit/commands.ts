/**
 * Commands that messages recommend for files which are not read as they are, each with the format that reads what it
 * prints: `../commands.test.ts` reads the output of each of them.
 */
interface Recommended {
  readonly command: string;
  /** Id of the format. */
  readonly prints: string;
}

export const commands = {
  sadf: { command: 'sadf -d -U FILE -- -A > FILE.csv', prints: 'sadf' },
  sar: { command: 'sar -A -f FILE > FILE.txt', prints: 'sar' },
  sadfConvert: { command: 'sadf -c FILE > FILE.sa', prints: 'sysstat-sa' },
  wevtutil: { command: 'wevtutil qe FILE /lf:true /f:text > FILE.txt', prints: 'windows-event-text' },
  relog: { command: 'relog FILE -f csv -o FILE.csv', prints: 'perfmon' },
  dotnetTrace: { command: 'dotnet-trace convert FILE --format Chromium', prints: 'chrome-trace' },
  perfView: { command: 'File, Save View As, in the view of the stacks in PerfView', prints: 'perfview' },
  jfr: { command: 'jfr print FILE > FILE.txt', prints: 'jfr-print' },
  babeltrace: { command: 'babeltrace2 --clock-seconds FOLDER > FILE.txt', prints: 'babeltrace' },
  tcpdump: { command: 'tcpdump -tt -n -r FILE > FILE.txt', prints: 'tcpdump' },
  perfScript: { command: 'perf script -i FILE > FILE.txt', prints: 'perf-script' },
  perfScriptItrace: { command: 'perf script -i FILE --itrace > FILE.txt', prints: 'perf-script' },
} as const satisfies Record<string, Recommended>;
