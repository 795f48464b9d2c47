import { expect, it } from 'vitest';
import { ascii } from './bytes.ts';
import { unreadTool } from './unread.ts';

it.each([
  [
    'wrk',
    'Running 2s test @ http://127.0.0.1:8801/\n  2 threads and 8 connections\n  Thread Stats   Avg      Stdev\n',
  ],
  ['ab', 'This is ApacheBench, Version 2.3 <$Revision: 1903618 $>\nCopyright 1996 Adam Twiss\n'],
  ['hey', '\nSummary:\n  Total:\t0.0472 secs\n  Slowest:\t0.0040 secs\n'],
  ['k6', '     data_received....: 148 MB\n     http_req_duration..............: avg=312.01ms min=1.2ms\n'],
  ['fio', 'r: (g=0): rw=randwrite\nfio-3.33\nStarting 1 process\n'],
  ['fio', '500, 7348, 1, 0, 0\n1000, 7123, 1, 0, 0\n'],
  ['Redis SLOWLOG', '1) 1) (integer) 0\n   2) (integer) 1795855585\n   3) (integer) 30687\n'],
  ['ss', 'Recv-Q Send-Q Local Address:Port  Peer Address:Port Process\n0      0      127.0.0.1:8801\n'],
  ['perf bench', "# Running 'sched/pipe' benchmark:\n# Executed 20000 pipe operations\n"],
  ['CoreDNS', '[INFO] 192.0.2.1:38472 - 14412 "A IN a. udp 54 false 512" NOERROR qr 106 0.0001s\n'],
])('names %s, and what to import in its place', (tool, text) => {
  expect(unreadTool(ascii(text))).toMatch(new RegExp(`^It is the output of ${tool}.*is not read\\. `));
});

it.each(['', 'INFO: started\n', '10, 20, 30\n', '2024-05-06 07:08:09 wrk started\n'])(
  'knows nothing of %j',
  text => {
    expect(unreadTool(ascii(text))).toBeNull();
  },
);
