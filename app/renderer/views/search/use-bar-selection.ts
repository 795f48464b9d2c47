import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Bars from … to, both inclusive, in either order. */
export interface BarRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Pointer and keyboard input that selects bars of a histogram.
 *
 * @param step width of a bar, px
 * @returns the bars under the pointer or the cursor, and the handlers of the element
 */
export function useBarSelection(length: number, step: number, onSelect: (range: BarRange) => void) {
  const [chosen, setChosen] = useState<BarRange | null>(null);
  const [isDragging, setDragging] = useState(false);
  const select = (range: BarRange) => {
    setChosen(null);
    onSelect(range);
  };
  const barAt = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(length - 1, Math.floor((event.clientX - left) / step)));
  };
  const input = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = chosen?.to ?? -1;
      const to = keyTo(event.key, at, length);
      if (to !== null) setChosen({ from: event.shiftKey && chosen ? chosen.from : to, to });
      else if (event.key === 'Enter' && chosen) select(chosen);
      else if (event.key === 'Escape' && chosen) setChosen(null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const bar = barAt(event);
      setDragging(true);
      setChosen({ from: bar, to: bar });
    },
    onPointerMove: (event: PointerEvent) => {
      const bar = barAt(event);
      setChosen(now => (isDragging && now ? { ...now, to: bar } : { from: bar, to: bar }));
    },
    onPointerUp: () => {
      if (isDragging && chosen) select(chosen);
      setDragging(false);
    },
    onPointerCancel: () => {
      setDragging(false);
      setChosen(null);
    },
    onPointerLeave: () => !isDragging && setChosen(null),
    onBlur: () => setChosen(null),
  };
  return { chosen, input };
}

function keyTo(key: string, at: number, length: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(length - 1, at + 1);
    case 'ArrowLeft':
      return at < 0 ? length - 1 : Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
