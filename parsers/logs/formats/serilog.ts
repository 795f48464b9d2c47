import type { LogFormat } from '../definition.ts';

/** Serilog of .NET, to files and to the console. */
export const serilog: LogFormat = {
  id: 'serilog',
  title: 'Serilog',
  patterns: [
    '{time:yyyy-MM-dd HH:mm:ssfz} [{level:[A-Z]}]( [{component:[^\\]]}])? {message}',
    '[{time:yyyy-MM-dd HH:mm:ssfz} {level:[A-Z]}]( [{component:[^\\]]}])? {message}',
    '[{time:HH:mm:ssf} {level:[A-Z]}]( [{component:[^\\]]}])? {message}',
  ],
  specificity: 20,
  evidence: ['INF]', 'ERR]', 'WRN]', 'DBG]', 'VRB]', 'FTL]', 'System.', 'Microsoft.'],
  samples: [
    {
      text: '2024-01-12 13:14:15.124 +01:00 [ERR] it broke\nSystem.InvalidOperationException: bad\n   at Shop.Cart.Add() in /src/Cart.cs:line 5',
      time: '2024-01-12T12:14:15.124Z',
      level: 'error',
      fields: {
        'exception.type': 'System.InvalidOperationException',
        'exception.where': 'Shop.Cart.Add (Cart.cs:5)',
      },
    },
    { text: '[13:14:15 INF] Hosting started', level: 'info', message: 'Hosting started' },
  ],
};
