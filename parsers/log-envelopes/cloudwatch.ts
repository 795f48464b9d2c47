import type { Envelope } from './envelope.ts';

/**
 * `aws logs filter-log-events` and `get-log-events` as JSON, and messages of subscriptions.
 * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_FilterLogEvents.html
 */
export const cloudwatch: Envelope = {
  record: {
    id: 'cloudwatch',
    title: 'Amazon CloudWatch logs (JSON)',
    json: {
      time: ['timestamp', 'ingestionTime'],
      message: ['message'],
      component: ['logStreamName', 'logStream', 'logGroup'],
      omit: ['eventId', 'id', 'ingestionTime', 'owner'],
    },
    nested: 'message',
    samples: [],
  },
  marks: [
    { begins: /^\{\s*"events"\s*:\s*\[\s*\{/, holds: /"ingestionTime"\s*:\s*\d/ },
    { begins: /^\{\s*"next(?:Forward|Backward)?Token"\s*:/, holds: /"ingestionTime"\s*:\s*\d/ },
    { begins: /^\{\s*"messageType"\s*:\s*"(?:DATA|CONTROL)_MESSAGE"/ },
    { begins: /^\{\s*"(?:owner|logGroup)"\s*:/, holds: /"logEvents"\s*:\s*\[/ },
  ],
  documents: { events: {}, logEvents: {} },
  lists: ['events', 'logEvents'],
  labels: ['logGroup', 'logStream'],
  lost: 'ids of events, times of ingestion, tokens of paging, names of subscriptions',
};
