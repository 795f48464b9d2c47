import type { LogFormat } from '../definition.ts';

const place =
  '{component<}{_:[A-Za-z0-9_$]}.{_:[A-Za-z0-9_.$]}{component>} {method:[A-Za-z0-9_$<>]}{message}';

/**
 * `java.util.logging` with its default formatter, in any language: level and message are on the second line.
 */
export const javaUtil: LogFormat = {
  id: 'java-util-logging',
  title: 'java.util.logging',
  patterns: [`{time:MMM d, yyyy h:mm:ssf a} ${place}`, `{time:MMM d, yyyy HH:mm:ssf} ${place}`],
  levels: {
    schwerwiegend: 'fatal',
    warnung: 'warning',
    information: 'info',
    informationen: 'info',
    grave: 'fatal',
    advertencia: 'warning',
    avertissement: 'warning',
    infos: 'info',
    avvertenza: 'warning',
    severe: 'error',
    config: 'info',
  },
  levelBelow: true,
  specificity: 24,
  samples: [
    {
      text: 'Jan 12, 2024 1:14:15 PM org.apache.catalina.core.StandardService startInternal\nINFO: Starting service Catalina',
      time: '2024-01-12T13:14:15',
      level: 'info',
      component: 'org.apache.catalina.core.StandardService',
      message: 'Starting service Catalina',
      fields: { method: 'startInternal' },
    },
    {
      text: 'Jan 12, 2024 12:00:05 AM com.acme.Main <init>\nSEVERE: broke\njava.io.IOException: gone\n\tat com.acme.Disk.read(Disk.java:12)',
      time: '2024-01-12T00:00:05',
      level: 'error',
      message: 'broke\njava.io.IOException: gone\n\tat com.acme.Disk.read(Disk.java:12)',
      fields: {
        'exception.type': 'java.io.IOException',
        'exception.where': 'com.acme.Disk.read (Disk.java:12)',
      },
    },
    {
      text: 'févr. 12, 2024 1:14:15 PM com.acme.Main run\nAVERTISSEMENT: lent',
      time: '2024-02-12T13:14:15',
      level: 'warning',
      message: 'lent',
    },
  ],
};
