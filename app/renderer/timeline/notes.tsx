import { Popover } from 'radix-ui';
import type { Note } from '../../contract.ts';
import { count } from '../../wording/numbers.ts';
import { menus } from '../widgets/menus.ts';

/** Number of notes on an answer; a click opens them. */
export function Notes({ notes, title }: { readonly notes: readonly Note[]; readonly title: string }) {
  if (notes.length === 0) return null;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button
          type="button"
          className="track-notes"
          tabIndex={-1}
          // The label around it also handles clicks and drags.
          onPointerDown={event => event.stopPropagation()}
        >
          {count(notes.length, 'note')}
        </button>
      </Popover.Trigger>
      <Popover.Portal container={menus()}>
        <Popover.Content
          className="notes-popover"
          aria-label={`Notes of ${title}`}
          align="start"
          sideOffset={4}
        >
          <ul>
            {notes.map(({ code, text }) => (
              <li key={`${code} ${text}`}>{text}</li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
