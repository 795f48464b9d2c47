import type { LogFormat } from '../definition.ts';

const mnemonic = '%{component:[A-Z0-9_]}-{priority:int}-{code:[A-Z0-9_]}: {message}';

/** Cisco's IOS and ASA. */
export const cisco: LogFormat = {
  id: 'cisco',
  title: 'Cisco',
  patterns: [
    `({sequence:int}: )?({_:[*.]})?{time:MMM d HH:mm:ssfz}: ${mnemonic}`,
    `({sequence:int}: )?({_:[*.]})?{time:MMM d yyyy HH:mm:ssfz}~({host:[A-Za-z0-9_.-]}~)?: ${mnemonic}`,
  ],
  specificity: 28,
  samples: [
    {
      text: '*Jan 12 13:14:15.123: %LINK-3-UPDOWN: Interface Gi0/1, changed state to up',
      time: '2025-01-12T13:14:15.123',
      level: 'error',
      component: 'LINK',
      message: 'Interface Gi0/1, changed state to up',
      fields: { code: 'UPDOWN' },
    },
    {
      text: 'Jan 12 2024 13:14:15 fw1 : %ASA-6-302013: Built outbound TCP connection 17',
      time: '2024-01-12T13:14:15',
      level: 'info',
      component: 'ASA',
      message: 'Built outbound TCP connection 17',
      fields: { host: 'fw1', code: '302013' },
    },
  ],
};
