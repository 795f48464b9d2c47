import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** Proposed size of a part of the window, and its limits. */
export interface PanelRoom {
  /** Names it for those who cannot see it, and where it is kept. */
  readonly name: string;
  /** px */
  readonly proposed: number;
  readonly least: number;
  readonly most: number;
  /** True if it is shown at first. */
  readonly opens: boolean;
}

export interface Panel extends PanelRoom {
  /** px it takes; 0 while it is closed. */
  readonly size: number;
  readonly isOpen: boolean;
  resize(size: number): void;
  toggle(): void;
}

/** A part of the window whose size a person sets, or that a person closes. */
export function usePanel(room: PanelRoom): Panel {
  const session = useSession();
  const store = session.panels.of(room.name);
  const state = useStore(store);
  const isOpen = state.isOpen ?? room.opens;
  const within = (size: number) => Math.max(room.least, Math.min(Math.round(size), room.most));
  return {
    ...room,
    isOpen,
    size: isOpen ? within(state.size ?? room.proposed) : 0,
    resize: size => store.set({ size: within(size), isOpen: true }),
    toggle: () => store.update(now => ({ ...now, isOpen: !isOpen })),
  };
}
