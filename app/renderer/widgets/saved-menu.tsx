import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { SavedQuery } from '../../contract.ts';
import type { SavedKind } from '../state/saved.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { DropdownContent } from './menu-content.tsx';
import { NameDialog } from './name-dialog.tsx';

interface SavedMenuProps {
  readonly kind: SavedKind;
  /** Current text. */
  readonly text: string;
  /** Proposed name for a new one. */
  readonly example: string;
  onOpen(saved: SavedQuery): void;
}

type Naming = { readonly rename: SavedQuery | null };

/** Saved texts: open, rename, remove, share as a file. */
export function SavedMenu({ kind, text, example, onOpen }: SavedMenuProps) {
  const session = useSession();
  const { saved } = session;
  const all = useStore(saved.all).filter(each => each.of === kind);
  const [naming, setNaming] = useState<Naming | null>(null);
  const current = all.find(each => each.text === text.trim());
  const exportAll = async () => {
    const path = await session.shell.pickSave('json', 'saved.json');
    if (path) await saved.exportTo(path);
  };
  const importMore = async () => {
    const [path] = await session.shell.pickCaptures('files');
    if (path) await saved.importFrom(path);
  };
  const item = (label: string, run: () => void, isOff = false) => (
    <DropdownMenu.Item key={label} className="menu-item" disabled={isOff} onSelect={run}>
      {label}
    </DropdownMenu.Item>
  );
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button">
          {current ? <span className="ellipsis">{current.name}</span> : 'saved'}{' '}
          {!current && all.length > 0 && <span className="muted">{all.length}</span>}{' '}
          <span aria-hidden="true">▾</span>
        </DropdownMenu.Trigger>
        <DropdownContent align="start">
          {all.map(each => (
            <DropdownMenu.Item
              key={each.name}
              className="menu-item"
              title={each.text}
              onSelect={() => onOpen(each)}
            >
              {each.name}
            </DropdownMenu.Item>
          ))}
          {all.length > 0 && <DropdownMenu.Separator className="menu-separator" />}
          {item('Save as…', () => setNaming({ rename: null }), text.trim() === '')}
          {current && item('Rename…', () => setNaming({ rename: current }))}
          {current && item(`Forget “${current.name}”`, () => void saved.remove(current))}
          <DropdownMenu.Separator className="menu-separator" />
          {item('Export all…', () => void exportAll(), all.length === 0)}
          {item('Import from a file…', () => void importMore())}
        </DropdownContent>
      </DropdownMenu.Root>
      {naming && (
        <NameDialog
          label={naming.rename ? 'Rename' : 'Save'}
          heading={naming.rename ? `New name of “${naming.rename.name}”` : 'Name'}
          name={naming.rename?.name ?? ''}
          placeholder={example}
          verb={naming.rename ? 'Rename' : 'Save'}
          onClose={() => setNaming(null)}
          onName={name =>
            void (naming.rename
              ? saved.rename(naming.rename, name)
              : saved.keep({ name, of: kind, text: text.trim() }))
          }
        />
      )}
    </>
  );
}
