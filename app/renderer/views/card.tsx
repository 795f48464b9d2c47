import type { ReactNode } from 'react';

/** Lines that a card shows. */
export const shownRows = 7;

interface CardProps {
  readonly title: string;
  readonly unit?: string;
  more?(): void;
  readonly children: ReactNode;
}

/** A part of the overview: an answer in a few lines. */
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

/** A line that leads to more. */
export function Door({ hint, onOpen, children }: DoorProps) {
  return (
    <button type="button" className="door" title={hint} onClick={event => onOpen(event.altKey)}>
      {children}
    </button>
  );
}
