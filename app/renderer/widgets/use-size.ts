import { useLayoutEffect, useState } from 'react';

export interface Size {
  /** px */
  readonly width: number;
  readonly height: number;
}

/** The inner size of an element as it changes; 0 × 0 without one. */
export function useSize(element: HTMLElement | null): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}
