import type { Cell } from './paged-answer.ts';
import { Store } from './store.ts';

/** What a person picked among the events in scope. */
export interface EventFilter {
  /** As the question `event-kinds` spells it; null: all. */
  readonly kind: string | null;
  /** Alternatives; empty: all. */
  readonly levels: readonly string[];
  /** As the question `templates` spells it. */
  readonly template: string | null;
  readonly text: string;
}

/** One event as the question `events` tells it. */
export type EventRow = Readonly<Record<string, Cell>>;

export type EventsPart = 'list' | 'templates' | 'exceptions';
export type EventsOrder = 'time' | 'newest' | 'file';

/** A row of the templates: a template at one of its levels. */
export interface TemplateRow {
  readonly template: string;
  /** {@link noLevel}: of its events without a level. */
  readonly level: string;
}

/** What `level` takes for events that have none. */
export const noLevel = 'none';

export const templateOf = ({ template, level }: Readonly<Record<string, unknown>>): TemplateRow => ({
  template: String(template),
  level: typeof level === 'string' ? level : noLevel,
});

/** The kind of lines of logs. */
export const logKind = 'log';

/** Names the list of all that is picked. */
export const eventsLabel = 'Events';

export const everyEvent: EventFilter = { kind: null, levels: [], template: null, text: '' };

/** Nothing is picked. */
export const isEveryEvent = ({ kind, levels, template, text }: EventFilter): boolean =>
  kind === null && levels.length === 0 && template === null && text === '';

/** Where a person stands among the events: kept while another view is in front. */
export class EventsState {
  readonly part = new Store<EventsPart>('list');
  readonly filter = new Store<EventFilter>(everyEvent);
  /** A person has chosen which kind is shown, or all: until then lines of logs are, where there are some. */
  readonly isKindChosen = new Store(false);
  readonly order = new Store<EventsOrder>('time');
  /** The template whose events are listed beside the templates. */
  readonly chosen = new Store<TemplateRow | null>(null);
  /** True if the record is shown as it is in its file, not by its message. */
  readonly showsRaw = new Store(false);
  /** The record shown whole. */
  readonly selected = new Store<EventRow | null>(null);
  /** The record whose neighbours are shown: choosing one of them does not move the others. */
  readonly anchor = new Store<EventRow | null>(null);

  /** The record that the list is to go to. */
  readonly wanted = new Store<EventRow | null>(null);

  select(event: EventRow | null): void {
    this.selected.set(event);
    this.anchor.set(event);
  }

  toggleLevel(level: string): void {
    this.filter.update(filter => ({ ...filter, levels: toggled(filter.levels, level) }));
  }

  /** Only of that kind; null: of all. */
  chooseKind(kind: string | null): void {
    this.isKindChosen.set(true);
    // A template is of one kind.
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

/** The parameters of the questions `events`, `templates` and `levels` that say the same as a filter. */
export function paramsOf({ kind, levels, template, text }: EventFilter): Readonly<Record<string, string>> {
  return {
    ...(kind === null ? {} : { kind }),
    ...(levels.length > 0 ? { level: levels.join(',') } : {}),
    ...(template === null ? {} : { template }),
    ...(text === '' ? {} : { text }),
  };
}

/** What a search takes for events that have this beside their message: `component:"Web server"`. In quotes it is the whole name. */
export const keyedText = (
  key: 'pid' | 'tid' | 'process' | 'component',
  value: string,
  meant?: 'whole',
): string => `${key}:${meant === 'whole' || /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;

/** The line of its file an event begins at; null where the format has none. */
export function lineOf({ line }: EventRow): number | null {
  return typeof line === 'number' && !Number.isNaN(line) ? line : null;
}

/** What tells one event from all others. */
const identity = ['capture', 'line', 'time', 'message'] as const;

/** True if a row, by its cells, is that event. */
export function isEvent(cell: (column: string) => Cell | undefined, event: EventRow | null): boolean {
  return event !== null && identity.every(column => cell(column) === event[column]);
}
