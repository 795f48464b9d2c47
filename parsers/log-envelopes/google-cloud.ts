import type { Envelope } from './envelope.ts';

/**
 * Entries of Google Cloud's log: `gcloud logging read --format=json` (a list), or a sink's files (one per line).
 * https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry
 */
export const googleCloud: Envelope = {
  record: {
    id: 'google-cloud-logging',
    title: 'Google Cloud log entries',
    json: {
      time: ['timestamp', 'receiveTimestamp'],
      level: ['severity'],
      message: [
        'textPayload',
        'jsonPayload.message',
        'jsonPayload.msg',
        'protoPayload.methodName',
        'httpRequest.requestUrl',
      ],
      component: [
        'resource.labels.container_name',
        'resource.labels.service_name',
        'resource.labels.function_name',
        'resource.labels.module_id',
        'logName',
      ],
      pid: ['jsonPayload.pid'],
      status: ['httpRequest.status'],
      omit: ['insertId', 'receiveTimestamp'],
    },
    nested: 'textPayload',
    levels: { default: 'info' },
    samples: [],
  },
  marks: [
    {
      begins: /^(?:\[\s*)?\{\s*"/,
      holds: /"logName"\s*:\s*"(?:projects|folders|organizations|billingAccounts)\/[^"]{0,512}\/logs\//,
    },
  ],
  documents: {},
  lists: ['', '[]'],
  labels: [],
  lost: 'ids and times of receipt of entries',
};
