import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** Default size of a part of the window, and its limits. */
export interface PanelRoom {
  /** Accessible name, under which the size is stored. */
  readonly name: string;
  /** px */
  readonly proposed: number;
  readonly minSize: number;
  readonly maxSize: number;
  /** True if it is shown at first. */
  readonly opens: boolean;
}

export interface Panel extends PanelRoom {
  /** Current size, px; 0 while it is closed. */
  readonly size: number;
  readonly isOpen: boolean;
  resize(size: number): void;
  toggle(): void;
}

/** A part of the window that the user can resize or close. */
export function usePanel(room: PanelRoom): Panel {
  const session = useSession();
  const store = session.panels.of(room.name);
  const state = useStore(store);
  const isOpen = state.isOpen ?? room.opens;
  const clamped = (size: number) => Math.max(room.minSize, Math.min(Math.round(size), room.maxSize));
  return {
    ...room,
    isOpen,
    size: isOpen ? clamped(state.size ?? room.proposed) : 0,
    resize: size => store.set({ size: clamped(size), isOpen: true }),
    toggle: () => store.update(state => ({ ...state, isOpen: !isOpen })),
  };
}
