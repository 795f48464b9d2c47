import { noLevel } from '../../../analyzers/kit/levels.ts';
import type { Cell } from './paged-answer.ts';
import { Store } from './store.ts';

/** The user's filters on the events in scope. */
export interface EventFilter {
  /** A kind as in the question `event-kinds`; null means all. */
  readonly kind: string | null;
  /** Alternatives; empty: all. */
  readonly levels: readonly string[];
  /** A template as in the question `templates`. */
  readonly template: string | null;
  readonly text: string;
}

/** One row of the question `events`. */
export type EventRow = Readonly<Record<string, Cell>>;

export type EventsPart = 'list' | 'templates' | 'exceptions';
export type EventsOrder = 'time' | 'newest' | 'file';

/** A row of the templates: a template at one of its levels. */
export interface TemplateRow {
  readonly template: string;
  /** {@link noLevel} for events without a level. */
  readonly level: string;
}

export const templateOf = ({ template, level }: Readonly<Record<string, unknown>>): TemplateRow => ({
  template: String(template),
  level: typeof level === 'string' ? level : noLevel,
});

/** Label of the list of filtered events. */
export const eventsLabel = 'Events';

export const everyEvent: EventFilter = { kind: null, levels: [], template: null, text: '' };

/** True if no filter is set. */
export const isEveryEvent = ({ kind, levels, template, text }: EventFilter): boolean =>
  kind === null && levels.length === 0 && template === null && text === '';

/** State of the events view, kept while another view shows. */
export class EventsState {
  readonly part = new Store<EventsPart>('list');
  readonly filter = new Store<EventFilter>(everyEvent);
  /** True if the user chose a kind, or all kinds. Until then, lines of logs are shown if there are any. */
  readonly isKindChosen = new Store(false);
  readonly order = new Store<EventsOrder>('time');
  /** The template whose events are listed beside the templates. */
  readonly chosen = new Store<TemplateRow | null>(null);
  /** True if the record is shown as it is in its file, not by its message. */
  readonly showsRaw = new Store(false);
  /** The record shown in full. */
  readonly selected = new Store<EventRow | null>(null);
  /** The record whose neighbours are shown; selecting a neighbour does not change it. */
  readonly anchor = new Store<EventRow | null>(null);

  /** The record to which the list should scroll. */
  readonly wanted = new Store<EventRow | null>(null);

  select(event: EventRow | null): void {
    this.selected.set(event);
    this.anchor.set(event);
  }

  toggleLevel(level: string): void {
    this.filter.update(filter => ({ ...filter, levels: toggled(filter.levels, level) }));
  }

  /** Shows only events of a kind; null: all. */
  chooseKind(kind: string | null): void {
    this.isKindChosen.set(true);
    // A template belongs to one kind.
    this.filter.update(filter => ({ ...filter, kind, template: null }));
  }

  reset(): void {
    this.filter.set(everyEvent);
    this.isKindChosen.set(false);
    this.chosen.set(null);
    this.select(null);
    this.wanted.set(null);
  }
}

function toggled(levels: readonly string[], level: string): readonly string[] {
  return levels.includes(level) ? levels.filter(each => each !== level) : [...levels, level];
}

/** Converts a filter to parameters of the questions `events`, `templates` and `levels`. */
export function paramsOf({ kind, levels, template, text }: EventFilter): Readonly<Record<string, string>> {
  return {
    ...(kind === null ? {} : { kind }),
    ...(levels.length > 0 ? { level: levels.join(',') } : {}),
    ...(template === null ? {} : { template }),
    ...(text === '' ? {} : { text }),
  };
}

/** The search for events with a value in a column: `component:"Web server"`. In quotes, the name must be equal. */
export const keyedText = (
  key: 'pid' | 'tid' | 'process' | 'component',
  value: string,
  extent?: 'whole',
): string => `${key}:${extent === 'whole' || /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;

/** The first line of an event in its file; null if the format has no lines. */
export function lineOf({ line }: EventRow): number | null {
  return typeof line === 'number' && !Number.isNaN(line) ? line : null;
}

/** Columns that identify an event. */
const identity = ['capture', 'line', 'time', 'message'] as const;

/** True if the row is the event. */
export function isEvent(cell: (column: string) => Cell | undefined, event: EventRow | null): boolean {
  return event !== null && identity.every(column => cell(column) === event[column]);
}
