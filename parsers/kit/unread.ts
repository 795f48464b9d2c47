/**
 * Recognises the outputs of tools that are attached to questions about performance but have no times, so that no format
 * reads them. For the message when no format recognises a file.
 */
import { decode } from './bytes.ts';

interface Unread {
  /** What stands near the beginning of the output. */
  readonly mark: RegExp;
  readonly tool: string;
  /** What to capture in its place. */
  readonly instead: string;
}

const summary =
  'It is a summary of a whole run, without times. Import what was recorded during the run: the log of the server, and vmstat -t 1, pidstat -h 1 or a profile.';
const moment =
  'It shows one moment. To see changes, print it again and again with a time before each report.';

const unread: readonly Unread[] = [
  { mark: /^Running \d+\w? test @ \S+\n.*threads and .*connections/m, tool: 'wrk', instead: summary },
  {
    mark: /^This is ApacheBench, Version /m,
    tool: 'ab',
    instead: summary,
  },
  {
    mark: /^Summary:\n\s{1,8}Total:\s{1,8}[\d.]+ secs\n\s{1,8}Slowest:/m,
    tool: 'hey',
    instead: summary,
  },
  { mark: /"transaction_rate":|^Transaction rate: /m, tool: 'siege', instead: summary },
  {
    mark: /^\s{1,20}http_req_duration\.{3,40}: avg=/m,
    tool: 'k6',
    instead: summary,
  },
  {
    mark: /^fio-\d+\.\d+$|"fio version" : "|^\w[^\n]{0,80}: \(groupid=\d+, jobs=\d+\)/m,
    tool: 'fio',
    instead: `${summary} Beside fio, iostat -xt 1 records the disk.`,
  },
  {
    mark: /^\d{2,9}, \d{1,15}, [012], \d{1,12}(?:, \d{1,12}){0,2}$/m,
    tool: 'fio (--write_lat_log or --write_bw_log)',
    instead: 'Its columns have no titles. Beside fio, iostat -xt 1 records the disk.',
  },
  {
    mark: /^time_(?:namelookup|connect|starttransfer|total): +[\d.]+$/m,
    tool: 'curl -w',
    instead:
      'It is one request, without a time. Import the access log of the server, or a packet capture printed by tcpdump -tt -n.',
  },
  {
    mark: /^\d+\) 1\) \(integer\) \d+\n {3}2\) \(integer\) \d{10}\n/m,
    tool: 'Redis SLOWLOG',
    instead: 'Import the log of the server, or the output of redis-cli monitor, whose lines have times.',
  },
  { mark: /^# Server\nredis_version:/m, tool: 'Redis INFO', instead: moment },
  {
    mark: /^(?:Netid +)?State +Recv-Q +Send-Q +Local Address:Port|^Recv-Q +Send-Q +Local Address:Port/m,
    tool: 'ss',
    instead: `${moment} sar -n TCP,ETCP 1 and netstat -s record what happens to connections.`,
  },
  {
    mark: /^COMMAND +PID +(?:TID +TASKCMD +)?USER +FD +TYPE +DEVICE/m,
    tool: 'lsof',
    instead: `${moment} strace -f -tt -e trace=file records which files are opened.`,
  },
  {
    mark: /^ Percent *\| *\tSource code & Disassembly of |^ Percent\s+\|\s+Source code & Disassembly/m,
    tool: 'perf annotate',
    instead: 'Import the recording (perf.data), or what perf script prints of it.',
  },
  { mark: /^# Running '[a-z]+\/[a-z-]+' benchmark:/m, tool: 'perf bench', instead: summary },
  {
    mark: /^Statistical profiling result from \S+\.log, \(\d+ ticks/m,
    tool: 'node --prof-process',
    instead: 'It has no stacks by time: record with node --cpu-prof, and import the .cpuprofile.',
  },
  {
    mark: /^\d+(?:\.\d+)? (?:KiB|kB|B|MiB) [<>=]{3} .*request=\d+ time=/m,
    tool: 'ioping',
    instead: 'Its lines have no times. iostat -xt 1 records the latency of the disk.',
  },
  {
    mark: /^ATOP - /m,
    tool: 'atop',
    instead: 'Record with sar, or top -b, in its place.',
  },
  {
    mark: /^(?:INFO|WARNING|ERROR): {2,9}(?:Started server process|Uvicorn running|\d{1,3}(?:\.\d{1,3}){3}:\d+ - ")/m,
    tool: 'Uvicorn',
    instead:
      'Its lines have no times: add %(asctime)s to its log configuration, or print it with docker logs -t or kubectl logs --timestamps.',
  },
  {
    mark: /^\[INFO\] (?:plugin\/|\d{1,3}(?:\.\d{1,3}){3}:\d+ - \d+ ")/m,
    tool: 'CoreDNS',
    instead: 'Its lines have no times: print it with kubectl logs --timestamps or docker logs -t.',
  },
];

/** Bytes of the file that are looked at. */
const looked = 16 << 10;

/** Which tool's output a text is, and what to import in its place; null if it is none of these. */
export function unreadTool(head: Uint8Array): string | null {
  const text = decode(head, 0, Math.min(head.length, looked)).replaceAll('\r\n', '\n');
  const found = unread.find(({ mark }) => mark.test(text));
  return found === undefined
    ? null
    : `It is the output of ${found.tool}, which is not read. ${found.instead}`;
}
