import { useEffect, useState } from 'react';

/** px around the visible part of the timeline. */
const margin = 200;

/** True while an element of the timeline is in view or nearly so. Also true without an element, which cannot be observed. */
export function useInView(element: HTMLElement | null): boolean {
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver(entries => setInView(entries.at(-1)?.isIntersecting ?? true), {
      root: element.closest('.timeline'),
      rootMargin: `${margin}px 0px`,
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setInView(true);
    };
  }, [element]);
  return isInView;
}
