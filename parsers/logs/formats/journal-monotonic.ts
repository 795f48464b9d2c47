import type { LogFormat } from '../definition.ts';

/** `journalctl -o short-delta` also prints the time since the line above, and `*` where the machine booted between. */
const delta = '( <~{_:number}~{_:[*]*}~>~)?';

/** `journalctl -o short-monotonic`: seconds since boot, then what syslog has. The kernel's own log has no host. */
export const journalMonotonic: LogFormat = {
  id: 'journal-monotonic',
  title: 'systemd journal (short-monotonic)',
  patterns: [
    `[~{time:B}${delta}] {host:[A-Za-z0-9_.-]} {program:[^ :[]}[{pid:int}]: {message}`,
    `[~{time:B}${delta}] {host:[A-Za-z0-9_.-]} {program:[^ :[]}: {message}`,
  ],
  specificity: 24,
  mayWrap: 'message',
  marks: [' kernel: ', ' systemd[1]: '],
  samples: [
    {
      text: '[ 4600.189351] host.local systemd[1]: Sent message',
      component: 'systemd',
      process: 'systemd',
      pid: 1,
      message: 'Sent message',
      fields: { host: 'host.local' },
    },
    {
      text: '[ 4600.189351 <    0.000123 >] host.local systemd[1]: Sent message',
      process: 'systemd',
      pid: 1,
      message: 'Sent message',
    },
    {
      text: '[ 4274.052063] host.local kernel: i915 0000:00:02.0: [drm:x [i915]] disabling always-on',
      component: 'kernel',
      message: 'i915 0000:00:02.0: [drm:x [i915]] disabling always-on',
      fields: { host: 'host.local' },
    },
  ],
};
