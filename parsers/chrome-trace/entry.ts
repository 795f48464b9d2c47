/**
 * Trace events as JSON, written by Chrome (chrome://tracing, DevTools' Performance panel), Electron, Node
 * (`--trace-event-categories`) and many other programs.
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (Trace Event Format)
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';

export const chromeTraceEntry: FormatEntry = {
  id: 'chrome-trace',
  title: 'Chrome trace events (JSON)',
  unit: 'bytes',
  version: 1,
  lost: 'colours, processor time (tts, tdur), stackFrames of the whole trace, metadata other than names, machine and time',
  sniff,
  load: async () => (await import('./format.ts')).chromeTrace,
};

/** The beginning of a document: DevTools puts its metadata before the events. */
const opening = /^\ufeff?\s*\{\s*"/;

const events = /"traceEvents"\s*:\s*\[/;

/** The first event of a list: an object with a phase and a time. */
const list = /^\ufeff?\s*\[\s*\{[^[\]]{0,2000}"ph"\s*:\s*"[A-Za-z(),=]"/;

const time = /"(?:ts|pid)"\s*:/;

function sniff(head: Uint8Array): Sniff {
  const text = decode(head, 0, head.length);
  if (opening.test(text)) return events.test(text) ? 'yes' : 'no';
  const first = text.slice(0, 8192);
  return list.test(first) && time.test(first) ? 'yes' : 'no';
}
