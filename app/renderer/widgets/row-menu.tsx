import { ContextMenu } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { MenuEntry } from '../lib/menu-entry.ts';
import { ContextContent } from './menu-content.tsx';

/** The keys of the entry that copies the row; the grid knows them too. */
export const copyKeys = 'Ctrl+C';

interface RowMenuProps {
  /** Called when the menu opens. */
  entries(): readonly MenuEntry[];
  /** Called before the menu opens by key, for the active row or cell. */
  onKeyboard(): void;
  readonly label?: string;
  readonly children: ReactNode;
}

/** The context menu of a grid or a picture: right click, Shift+F10 or the menu key. */
export function RowMenu({ entries, onKeyboard, label = 'Actions for this row', children }: RowMenuProps) {
  const [shown, setShown] = useState<readonly MenuEntry[]>([]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    event.preventDefault();
    onKeyboard();
    const active = event.currentTarget.querySelector('.is-active');
    const at = (active ?? event.currentTarget).getBoundingClientRect();
    event.currentTarget.dispatchEvent(
      new MouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX: at.left + Math.min(240, at.width / 2),
        clientY: at.bottom,
      }),
    );
  };
  return (
    <ContextMenu.Root
      modal={false}
      onOpenChange={isOpen => isOpen && setShown(withoutStraySeparators(entries()))}
    >
      <ContextMenu.Trigger asChild onKeyDown={onKeyDown}>
        {children}
      </ContextMenu.Trigger>
      <ContextContent aria-label={label}>
        {shown.map((entry, i) =>
          entry ? (
            <ContextMenu.Item key={entry.label} className="menu-item" onSelect={entry.run}>
              {entry.label}
              {entry.keys && <kbd>{entry.keys}</kbd>}
            </ContextMenu.Item>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: separators have no name
            <ContextMenu.Separator key={i} className="menu-separator" />
          ),
        )}
      </ContextContent>
    </ContextMenu.Root>
  );
}

/** Drops separators at the start, at the end and in succession. */
function withoutStraySeparators(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.filter(
    (entry, i) => entry !== null || (i > 0 && i < entries.length - 1 && entries[i - 1] !== null),
  );
}
