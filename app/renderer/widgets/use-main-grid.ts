import { type RefObject, useEffect } from 'react';
import { useSession } from '../state/session.ts';

/** Registers the grid or picture that `/` and the table commands of the view act on. */
export function useMainGrid(
  isMain: boolean,
  scroller: RefObject<HTMLDivElement | null>,
  openFind: () => void,
): void {
  const { mainGrid } = useSession();
  useEffect(() => {
    if (!isMain) return;
    const handle = {
      openFind,
      focus: () => scroller.current?.focus(),
      take: (key: string) => {
        scroller.current?.focus();
        scroller.current?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      },
    };
    mainGrid.set(handle);
    return () => {
      if (mainGrid.get() === handle) mainGrid.set(null);
    };
  }, [isMain, mainGrid, scroller, openFind]);
}

/** Registers the search field that `/` selects. */
export function useMainSearch(field: RefObject<{ select(): void; focus(): void } | null>): void {
  const { mainGrid } = useSession();
  useEffect(() => {
    const handle = { openFind: () => field.current?.select(), focus: () => field.current?.focus() };
    mainGrid.set(handle);
    return () => {
      if (mainGrid.get() === handle) mainGrid.set(null);
    };
  }, [mainGrid, field]);
}
