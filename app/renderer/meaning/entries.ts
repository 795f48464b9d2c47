/** What can be done with each kind of thing a row refers to. A new entry is one more here: every table and tree has it. */
import type { AnswerColumn, Refers } from '../../../analyzers/contract.ts';
import { baseName } from '../lib/names.ts';
import { everyEvent, keyedText } from '../state/events.ts';
import { asOneFrame, fold, hide } from '../state/grouping.ts';
import { narrowedTo } from '../state/scope.ts';
import type { Session } from '../state/session.ts';
import type { Entry, MenuEntry } from '../widgets/row-menu.tsx';
import {
  findInFlame,
  group,
  narrowToModule,
  narrowToProcess,
  revealIn,
  showModule,
  showWho,
  walkTo,
} from './actions.ts';
import { functionIn, type References, type RowCells, referencesOf } from './references.ts';
import type { RowKey } from './row-keys.ts';

type RowEntry = Entry & { readonly keys?: RowKey };

/** @param row all that the row refers to */
type EntriesOf = (session: Session, value: string | number, row: References) => readonly RowEntry[];

const none: EntriesOf = () => [];

/**
 * The first entry is what Enter and a double click do. A key means the first entry of the row that has it.
 */
const byReference: Readonly<Record<Refers, EntriesOf>> = {
  function: (session, _, row) => {
    const subject = functionIn(row)!;
    const module = baseName(subject.module);
    return [
      { label: 'Show callers and callees', keys: 'b', run: () => walkTo(session, subject) },
      { label: 'Show in call tree', keys: 't', run: () => revealIn(session, subject, 'call-tree') },
      { label: 'Show in inverted tree', run: () => revealIn(session, subject, 'inverted-tree') },
      { label: 'Show in flame graph', keys: 'l', run: () => findInFlame(session, subject) },
      {
        label: `Hide samples with ${subject.function}`,
        keys: 'h',
        run: () => group(session, hide(subject.function)),
      },
      {
        label: `Module ${module} as one frame`,
        keys: 'g',
        run: () => group(session, asOneFrame(subject.module)),
      },
      {
        label: `Count ${subject.function} in its callers`,
        run: () => group(session, fold(subject.function)),
      },
    ];
  },
  module: (session, value) => {
    const module = String(value);
    return [
      {
        label: `Narrow to module ${baseName(module)}`,
        keys: 'f',
        run: () => narrowToModule(session, module),
      },
      { label: `Show who calls into ${baseName(module)}`, run: () => showModule(session, module) },
    ];
  },
  process: (session, value) => [
    {
      label: `Narrow to process ${value}`,
      keys: 'f',
      run: () => narrowToProcess(session, String(value)),
    },
  ],
  // A scope takes pids where it takes names.
  pid: (session, value) => [
    { label: `Narrow to pid ${value}`, run: () => narrowToProcess(session, String(value)) },
    { label: `Who is ${value}?`, run: () => showWho(session, Number(value)) },
  ],
  thread: (session, value, row) =>
    typeof value === 'number'
      ? [
          narrow(session, `thread ${value}`, () => narrowedTo(scopeOf(session), 'threads', value)),
          ...(row.get('pid') === value
            ? []
            : [{ label: `Who is ${value}?`, run: () => showWho(session, value) }]),
        ]
      : [],
  cpu: (session, value) =>
    typeof value === 'number'
      ? [narrow(session, `CPU ${value}`, () => narrowedTo(scopeOf(session), 'cpus', value))]
      : [],
  capture: (session, value) => {
    const capture = Number(value);
    return [
      narrow(session, session.captureName(capture), () => narrowedTo(scopeOf(session), 'captures', capture)),
    ];
  },
  kind: (session, value) => [
    narrow(session, `kind ${value}`, () => ({ ...scopeOf(session), kind: String(value) })),
  ],
  template: (session, value, row) => [
    {
      label: 'Show its events',
      run: () =>
        showEvents(session, {
          template: String(value),
          levels: row.has('level') ? [String(row.get('level'))] : [],
        }),
    },
  ],
  level: (session, value) => [
    { label: `Show events of level ${value}`, run: () => showEvents(session, { levels: [String(value)] }) },
  ],
  host: (session, value) => {
    const captures = session.workspace.get()?.captures.filter(({ host }) => host === value) ?? [];
    if (captures.length === 0) return [];
    const ids = captures.map(({ id }) => id);
    return [narrow(session, `host ${value}`, () => ({ ...scopeOf(session), captures: ids }))];
  },
  series: none,
  event: none,
  line: none,
  component: (session, value) => [
    {
      label: `Show events of component ${value}`,
      run: () => showEvents(session, { text: keyedText('component', String(value)) }),
    },
  ],
  node: none,
};

function scopeOf(session: Session) {
  return session.history.present.scope;
}

function narrow(session: Session, to: string, scope: () => ReturnType<typeof scopeOf>): RowEntry {
  return { label: `Narrow to ${to}`, keys: 'f', run: () => session.narrow(scope()) };
}

function showEvents(session: Session, filter: Partial<typeof everyEvent>): void {
  session.events.filter.set({ ...everyEvent, ...filter });
  session.events.part.set('list');
  session.history.go({ view: 'events' });
}

/** What can be done with a row, by what it refers to. */
export function entriesOf(session: Session, references: References): readonly Entry[] {
  const entries = [...references].flatMap(([refers, value]) =>
    byReference[refers](session, value, references),
  );
  const taken = new Set<string>();
  return entries.map(({ keys, ...entry }) => {
    if (keys === undefined || taken.has(keys)) return entry;
    taken.add(keys);
    return { ...entry, keys };
  });
}

/** The things a row refers to, as a table or tree uses them. */
export class RowMeaning {
  constructor(
    private readonly session: Session,
    private readonly columns: readonly AnswerColumn[],
  ) {}

  of(row: RowCells): References {
    return referencesOf(this.columns, row);
  }

  menu(row: RowCells): readonly MenuEntry[] {
    return entriesOf(this.session, this.of(row));
  }

  open(row: RowCells): void {
    entriesOf(this.session, this.of(row))[0]?.run();
  }

  /** True where the key is one of the row's entries. */
  key(key: string, row: RowCells): boolean {
    const entry = entriesOf(this.session, this.of(row)).find(each => each.keys === key);
    entry?.run();
    return entry !== undefined;
  }

  /** The row became the active one: what it is about is selected everywhere. */
  select(row: RowCells): void {
    const references = this.of(row);
    const [subject, module] = [functionIn(references), references.get('module')];
    if (subject) this.session.select(subject);
    else if (module !== undefined) this.session.history.go({ module: String(module) });
  }
}
