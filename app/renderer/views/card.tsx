import type { ReactNode } from 'react';

/** Rows that a card shows. */
export const shownRows = 7;

interface CardProps {
  readonly title: string;
  readonly unit?: string;
  more?(): void;
  readonly children: ReactNode;
}

/** A card of the overview: shows the first rows of an answer. */
export function Card({ title, unit, more, children }: CardProps) {
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {unit && <span className="muted">{unit}</span>}
        {more && (
          <button type="button" className="link" onClick={more} aria-label={`All: ${title}`}>
            all ›
          </button>
        )}
      </header>
      {children}
    </section>
  );
}

export interface DoorProps {
  readonly hint: string;
  onOpen(isAlt: boolean): void;
  readonly children: ReactNode;
}

/** A clickable row of a card. */
export function Door({ hint, onOpen, children }: DoorProps) {
  return (
    <button type="button" className="door" title={hint} onClick={event => onOpen(event.altKey)}>
      {children}
    </button>
  );
}
