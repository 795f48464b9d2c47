/** What can be done with each kind of thing a row refers to. A new entry is one more here: every table and tree has it. */
import type { AnswerColumn, Refers } from '../../../analyzers/contract.ts';
import { baseName } from '../lib/names.ts';
import { keyedText } from '../state/events.ts';
import type { FlameRoot, FlameTree, TreePlace } from '../state/flame.ts';
import { asOneFrame, fold, hide } from '../state/grouping.ts';
import type { FunctionRef } from '../state/history.ts';
import { nameOf, type SeriesRef } from '../state/metrics.ts';
import { narrowedTo } from '../state/scope.ts';
import type { Session } from '../state/session.ts';
import type { Entry, MenuEntry } from '../widgets/row-menu.tsx';
import {
  findInFlame,
  group,
  hideEvents,
  narrowToModule,
  narrowToProcess,
  openPath,
  revealIn,
  showEvents,
  showModule,
  showMoment,
  showPathInFlame,
  showRecord,
  showSeries,
  showWhatMovesWith,
  showWho,
  walkTo,
} from './actions.ts';
import {
  functionIn,
  type MeantRow,
  type References,
  type RowCells,
  referencesOf,
  seriesIn,
} from './references.ts';
import type { RowKey } from './row-keys.ts';

type RowEntry = Entry & { readonly keys?: RowKey };

type EntriesOf = (session: Session, value: string | number, row: MeantRow) => readonly RowEntry[];

/**
 * The first entry is what Enter and a double click do. A key means the first entry of the row that has it.
 */
const byReference: Readonly<Record<Refers, EntriesOf>> = {
  function: (session, _, { references }) => {
    const func = functionIn(references)!;
    const module = baseName(func.module);
    return [
      { label: 'Show callers and callees', keys: 'b', run: () => walkTo(session, func) },
      { label: 'Show in call tree', keys: 't', run: () => revealIn(session, func, 'call-tree') },
      { label: 'Show in inverted tree', run: () => revealIn(session, func, 'inverted-tree') },
      { label: 'Show in flame graph', keys: 'l', run: () => findInFlame(session, func) },
      {
        label: `Hide samples with ${func.function}`,
        keys: 'h',
        run: () => group(session, hide(func.function)),
      },
      {
        label: `Module ${module} as one frame`,
        keys: 'g',
        run: () => group(session, asOneFrame(func.module)),
      },
      {
        label: `Count ${func.function} in its callers`,
        run: () => group(session, fold(func.function)),
      },
      movesWith(session, functionSignal(func), func.function),
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
      movesWith(session, `module/${module}`, baseName(module)),
    ];
  },
  process: (session, value) => [
    {
      label: `Narrow to process ${value}`,
      keys: 'f',
      run: () => narrowToProcess(session, String(value)),
    },
    movesWith(session, `process/${value}`, String(value)),
  ],
  // A scope takes pids where it takes names.
  pid: (session, value) => [
    { label: `Narrow to pid ${value}`, run: () => narrowToProcess(session, String(value)) },
    { label: `Who is ${value}?`, run: () => showWho(session, Number(value)) },
  ],
  thread: (session, value, { references }) =>
    typeof value === 'number'
      ? [
          narrow(session, `thread ${value}`, () => narrowedTo(scopeOf(session), 'threads', value)),
          ...(references.get('pid') === value
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
  template: (session, value, { references }) => [
    {
      label: 'Show its events',
      run: () =>
        showEvents(session, {
          template: String(value),
          levels: references.has('level') ? [String(references.get('level'))] : [],
        }),
    },
    movesWith(session, `template/${value}`, 'it'),
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
  series: (session, _, { cell }) => {
    const series = seriesIn(cell);
    if (series === null) return [];
    return [
      { label: `Show ${nameOf(series)} on the timeline`, run: () => void showSeries(session, series) },
      movesWith(session, seriesSignal(series), nameOf(series)),
    ];
  },
  event: (session, _, { cell }) => {
    const time = cell('time');
    if (typeof time !== 'bigint') return [];
    return [{ label: 'Show its moment on the timeline', run: () => showMoment(session, time) }];
  },
  line: (session, value, { references }) => {
    const capture = references.get('capture');
    const has = session.workspace.get()?.captures.find(({ id }) => id === capture)?.rows.event;
    if (typeof capture !== 'number' || !has) return [];
    return [{ label: 'Show in Events', run: () => void showRecord(session, capture, Number(value)) }];
  },
  component: (session, value) => {
    const name = String(value);
    return [
      {
        label: `Show events of component ${name}`,
        run: () => showEvents(session, { text: keyedText('component', name) }),
      },
      { label: `Hide events of component ${name}`, run: () => hideEvents(session, 'component', name) },
    ];
  },
  signal: (session, value, { cell }) => [movesWith(session, String(value), String(cell('name') ?? value))],
  node: (session, _, { place }) => {
    if (!place) return [];
    const { view } = session.history.present;
    const own = place.tree === 'call' ? 'call-tree' : 'inverted-tree';
    const entries: RowEntry[] = [];
    if (view !== 'flame')
      entries.push({ label: 'Show this path in flame graph', run: () => showPathInFlame(session, place) });
    if (view !== own && place.root === treeRoots[place.tree])
      entries.push({
        label: `Show this path in ${own.replace('-', ' ')}`,
        run: () => openPath(session, own, place.path),
      });
    const names = place.path.map(([name]) => name).join('\n');
    return [...entries, { label: 'Copy path', run: () => void session.shell.copy(names) }];
  },
};

/** What the trees of the views stand on: a path from another root is none there. */
const treeRoots: Readonly<Record<FlameTree, FlameRoot>> = { call: 'process', inverted: 'none' };

function scopeOf(session: Session) {
  return session.history.present.scope;
}

function narrow(session: Session, to: string, scope: () => ReturnType<typeof scopeOf>): RowEntry {
  return { label: `Narrow to ${to}`, keys: 'f', run: () => session.narrow(scope()) };
}

function movesWith(session: Session, signal: string, name: string): RowEntry {
  return { label: `What moves with ${name}`, keys: 'm', run: () => showWhatMovesWith(session, signal) };
}

/** As `correlate` names them: functions without a symbol by their module, series by their capture and path. */
const functionSignal = ({ function: name, module }: FunctionRef): string =>
  `function/${name === '[unknown]' ? `[unknown] in ${baseName(module)}` : name}`;

const seriesSignal = ({ capture, object, instance, counter }: SeriesRef): string =>
  `${capture}:${[object, ...(instance === null ? [] : [instance]), counter].join('/').replace(/[,*?]/g, '?')}`;

/** What can be done with a row, by what it refers to. */
export function entriesOf(session: Session, row: MeantRow): readonly Entry[] {
  const entries = [...row.references].flatMap(([refers, value]) => byReference[refers](session, value, row));
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

  menu(row: RowCells, place?: TreePlace): readonly MenuEntry[] {
    return this.entries(row, place);
  }

  open(row: RowCells): void {
    this.entries(row)[0]?.run();
  }

  /** True where the key is one of the row's entries. */
  key(key: string, row: RowCells): boolean {
    const entry = this.entries(row).find(each => each.keys === key);
    entry?.run();
    return entry !== undefined;
  }

  private entries(cell: RowCells, place?: TreePlace): readonly Entry[] {
    return entriesOf(this.session, { references: this.of(cell), cell, ...(place && { place }) });
  }

  /** The row became the active one: what it is about is selected everywhere. */
  select(row: RowCells): void {
    const references = this.of(row);
    const [func, module] = [functionIn(references), references.get('module')];
    if (func) this.session.select(func);
    else if (module !== undefined) this.session.history.go({ module: String(module) });
  }
}
