/** Events for restarts and comments, which sar and sadf print among the numbers. */
import { none, type Output } from '../../contract.ts';

export interface NotedEvent {
  readonly ts: number;
  readonly kind: 'restart' | 'comment';
  readonly text: string;
  readonly line: number;
  readonly offset: number;
}

export function noteEvent(out: Output, { ts, kind, text, line, offset }: NotedEvent): void {
  const bytes = new TextEncoder().encode(text);
  out.event({
    ts,
    kind: out.string(kind),
    thread: none,
    cpu: -1,
    message: { bytes, start: 0, end: bytes.length },
    fieldSchema: none,
    fields: [],
    stack: none,
    line,
    lines: 1,
    offset,
  });
}
