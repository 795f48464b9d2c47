import type { LogFormat } from '../definition.ts';

/** Linux's audit log. */
export const auditd: LogFormat = {
  id: 'auditd',
  title: 'Linux audit log',
  patterns: [
    '(node={host:word} )?type={component:[A-Z0-9_]} msg=audit\\({time:X}:{serial:int}\\):( {message})?',
  ],
  specificity: 40,
  samples: [
    {
      text: 'type=SYSCALL msg=audit(1705065255.123:45): syscall=59 success=yes exit=0 comm="ls"',
      time: '2024-01-12T13:14:15.123Z',
      component: 'SYSCALL',
      message: 'syscall=59 success=yes exit=0 comm="ls"',
      fields: { serial: 45, syscall: 59, comm: 'ls' },
    },
  ],
};
