import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Size {
  /** px */
  readonly width: number;
  readonly height: number;
}

/** The inner size of an element, without its scroll bar, as it changes; 0 × 0 without one. */
export function useSize(of: HTMLElement | RefObject<HTMLElement | null> | null): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = of && 'current' in of ? of.current : of;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [of]);
  return size;
}
