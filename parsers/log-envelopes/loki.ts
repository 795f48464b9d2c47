import type { Envelope } from './envelope.ts';

/** Answers of Loki's query API: streams with their labels, and values as pairs of ns and line. https://grafana.com/docs/loki/latest/reference/loki-http-api/ */
export const lokiQuery: Envelope = {
  record: {
    id: 'loki-query',
    title: 'Loki (answer of the query API)',
    json: {
      time: ['time'],
      message: ['line'],
      component: ['stream.container', 'stream.app', 'stream.service_name', 'stream.job', 'stream.filename'],
      pid: ['stream.pid'],
    },
    nested: 'line',
    samples: [],
  },
  marks: [
    { begins: /^\{(?:\s*"status"\s*:\s*"success"\s*,)?\s*"data"\s*:\s*\{\s*"resultType"\s*:\s*"streams"/ },
    { begins: /^\{\s*"streams"\s*:\s*\[\s*\{\s*"stream"\s*:\s*\{/ },
  ],
  documents: {
    data: { result: { '[]': { values: {} } } },
    streams: { '[]': { values: {} } },
  },
  lists: ['values'],
  labels: ['stream'],
  elements: ['time', 'line', 'metadata'],
  lost: 'statistics of the query',
};

/** `logcli query -o jsonl`: a line each. */
export const lokiLines: Envelope = {
  record: {
    id: 'loki-jsonl',
    title: 'Loki (logcli -o jsonl)',
    json: {
      time: ['timestamp'],
      message: ['line'],
      component: ['labels.container', 'labels.app', 'labels.service_name', 'labels.job', 'labels.filename'],
      pid: ['labels.pid'],
    },
    nested: 'line',
    samples: [],
  },
  marks: [{ begins: /^\{\s*"labels"\s*:\s*\{/, holds: /\}\s*,\s*"line"\s*:\s*"/ }],
  documents: {},
  lists: ['', '[]'],
  labels: [],
};
