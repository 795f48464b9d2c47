import { DropdownMenu } from 'radix-ui';
import { memo } from 'react';
import type { PictureKind } from '../../shell.ts';
import type { Entry } from '../lib/menu-entry.ts';
import { DropdownContent } from '../widgets/menu-content.tsx';

const kinds: readonly PictureKind[] = ['png', 'svg'];

/** Menu entries that save a picture. */
export function saveEntries(save: (kind: PictureKind) => void): readonly Entry[] {
  return kinds.map(kind => ({ label: `Save as ${kind.toUpperCase()}…`, run: () => save(kind) }));
}

/** The button that saves a picture. */
export const SaveMenu = memo(function SaveMenu({ save }: { save(kind: PictureKind): void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="quiet">
        save <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownContent align="end">
        {saveEntries(save).map(({ label, run }) => (
          <DropdownMenu.Item key={label} className="menu-item" onSelect={run}>
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownContent>
    </DropdownMenu.Root>
  );
});
