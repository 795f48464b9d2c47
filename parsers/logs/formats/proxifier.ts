import type { LogFormat } from '../definition.ts';

/** Proxifier: month and day without a year, then the program with its word length. */
export const proxifier: LogFormat = {
  id: 'proxifier',
  title: 'Proxifier',
  patterns: ['[{time:MM.dd HH:mm:ss}] {program:lazy}\\ -\\ {message}', '[{time:MM.dd HH:mm:ss}] {message}'],
  evidence: ['Proxifier', 'proxy', 'Proxy'],
  samples: [
    {
      text: '[10.30 16:49:06] chrome.exe *64 - proxy.cse.cuhk.edu.hk:5070 close, 0 bytes sent, 0 bytes received, lifetime 00:01',
      time: '2025-10-30T16:49:06',
      component: 'chrome.exe *64',
      message: 'proxy.cse.cuhk.edu.hk:5070 close, 0 bytes sent, 0 bytes received, lifetime 00:01',
    },
  ],
};
