import type { LogFormat } from '../definition.ts';

/** Component Based Servicing of Windows (CBS.log, DISM). */
export const windowsCbs: LogFormat = {
  id: 'windows-cbs',
  title: 'Windows CBS',
  patterns: [
    '{time:yyyy-MM-dd HH:mm:ss}, {level} {component:[A-Z0-9]} {message}',
    '{time:yyyy-MM-dd HH:mm:ss}, {level}~{message}',
  ],
  evidence: ['CBS', 'CSI', 'DISM', 'TrustedInstaller', 'Windows Update'],
  samples: [
    {
      text: '2016-09-28 04:30:30, Info                  CBS    Loaded Servicing Stack v6.1.7601.23505',
      time: '2016-09-28T04:30:30',
      level: 'info',
      component: 'CBS',
      message: 'Loaded Servicing Stack v6.1.7601.23505',
    },
  ],
};
