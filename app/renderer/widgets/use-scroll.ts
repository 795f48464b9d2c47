import { type RefObject, useLayoutEffect, useState } from 'react';

/** Scroll offset and visible size of an element, px; updated at most once per frame. */
export function useScroll(element: RefObject<HTMLElement | null>): { top: number; view: number } {
  const [scroll, setScroll] = useState({ top: 0, view: 0 });
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const next = { top: target.scrollTop, view: target.clientHeight };
      setScroll(last => (last.top === next.top && last.view === next.view ? last : next));
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    const resized = new ResizeObserver(later);
    resized.observe(target);
    target.addEventListener('scroll', later, { passive: true });
    measure();
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      target.removeEventListener('scroll', later);
    };
  }, [element]);
  return scroll;
}
