import { DropdownMenu } from 'radix-ui';
import { memo } from 'react';
import type { PictureKind } from '../../shell.ts';
import type { Entry, MenuEntry } from '../lib/menu-entry.ts';
import type { Front, Session } from '../state/session.ts';
import { DropdownContent } from '../widgets/menu-content.tsx';
import { wholeEntries } from '../widgets/table-entries.ts';

const kinds: readonly PictureKind[] = ['png', 'svg'];

/** Menu entries of a whole picture: to save it, and to copy and export its rows if it is the main one. */
export function pictureEntries(
  session: Session,
  save: (kind: PictureKind) => void,
  front: Front | null,
): readonly MenuEntry[] {
  return [...saveEntries(save), ...(front ? wholeEntries(session, front) : [])];
}

/** Menu entries that save a picture. */
function saveEntries(save: (kind: PictureKind) => void): readonly Entry[] {
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
