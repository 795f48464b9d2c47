import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { CaptureInfo } from '../../contract.ts';
import { durationOf } from '../lib/clock-change.ts';
import { useSession } from '../state/session.ts';
import { Store, useStore } from '../state/store.ts';
import type { TimelineView } from './view.ts';

/** px that an arrow key moves the capture: `fine`, and with Shift `coarse`. */
const keyStep = { fine: 1, coarse: 20 };

export type Shift = ReturnType<typeof useShift>;

/** The shift of a capture while the user drags it, moves it by keys or types it. */
export function useShift(capture: CaptureInfo, view: TimelineView) {
  const session = useSession();
  const [by] = useState(() => new Store(0n));
  const now = useStore(by);
  const [text, setText] = useState<string | null>(null);
  const close = () => session.shifting.set(null);
  useEffect(() => session.opened(() => session.shifting.set(null)), [session]);
  const start = useRef<{ readonly x: number; readonly by: bigint } | null>(null);
  const perPixel = () => {
    const { length, width } = view.scale.get();
    return length / Math.max(1, width);
  };
  const moveTo = (next: bigint) => {
    setText(null);
    by.set(next);
  };
  const set = () => {
    if (by.get() === 0n) return;
    void session.attempt(async () => {
      await session.setClock(capture.id, { shift: by.get() });
      close();
    });
  };
  const endDrag = () => {
    start.current = null;
  };
  const typed = text === null ? now : durationOf(text);
  return {
    by,
    now,
    /** The text as typed; null unless it is being typed. */
    text,
    /** The shift of the text; null if it is not a duration. */
    typed,
    type: (next: string) => {
      setText(next);
      const shift = durationOf(next);
      if (shift !== null) by.set(shift);
    },
    submit: () => {
      if (typed === null) return;
      by.set(typed);
      set();
    },
    close,
    /** Handlers of the element that is dragged. */
    input: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, by: by.get() };
      },
      onPointerMove: ({ clientX }: PointerEvent) => {
        const from = start.current;
        if (from) moveTo(from.by + BigInt(Math.round((clientX - from.x) * perPixel())));
      },
      onPointerUp: endDrag,
      onPointerCancel: endDrag,
      onKeyDown: (event: KeyboardEvent) => {
        const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
        const pixels = event.shiftKey ? keyStep.coarse : keyStep.fine;
        if (direction !== 0) moveTo(by.get() + BigInt(Math.round(direction * pixels * perPixel())));
        else if (event.key === 'Enter') set();
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
