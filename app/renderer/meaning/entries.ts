/**
 * Menu entries for each type of thing a row refers to. An entry added here appears in every table and tree.
 */

import type { AnswerColumn, Refers } from '../../../analyzers/contract.ts';
import { functionName, signalId } from '../../../analyzers/kit/signal-ids.ts';
import { baseName } from '../../wording/names.ts';
import { count } from '../../wording/numbers.ts';
import type { Entry, MenuEntry } from '../lib/menu-entry.ts';
import { intervalOfRow } from '../state/chosen-interval.ts';
import { keyedText } from '../state/events.ts';
import type { FlameRoot, FlameTree, TreePlace } from '../state/flame.ts';
import { asOneFrame, fold, hide } from '../state/grouping.ts';
import { locationKey } from '../state/history.ts';
import { nameOf, type SeriesRef } from '../state/metrics.ts';
import type { RowCells } from '../state/paged-answer.ts';
import { narrowedTo } from '../state/scope.ts';
import type { Session } from '../state/session.ts';
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
  showQuestion,
  showRecord,
  showWhatMovesWith,
  showWho,
  walkTo,
} from './actions.ts';
import { addFinding } from './findings.ts';
import { functionIn, type MeantRow, type References, referencesOf, seriesIn } from './references.ts';
import type { RowKey } from './row-keys.ts';

type RowEntry = Entry & { readonly keys?: RowKey };

type EntriesOf = (session: Session, value: string | number, row: MeantRow) => readonly RowEntry[];

/**
 * Enter and a double click run the first entry. A key runs the first entry of the row that has it.
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
      movesWith(session, signalId('function', functionName(func.function, func.module)), func.function),
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
  // `processes` takes names and pids.
  pid: (session, value) => [
    { label: `Narrow to pid ${value}`, run: () => narrowToProcess(session, String(value)) },
    { label: `Show pid ${value} in each capture`, run: () => showWho(session, Number(value)) },
  ],
  thread: (session, value, { references }) =>
    typeof value === 'number'
      ? [
          narrow(session, `thread ${value}`, () => narrowedTo(scopeOf(session), 'threads', value)),
          {
            label: `Flame chart of thread ${value}`,
            run: () => {
              session.narrow(narrowedTo(scopeOf(session), 'threads', value));
              session.history.go({ view: 'question-flame-chart' });
            },
          },
          ...(references.get('pid') === value
            ? []
            : [{ label: `Show pid ${value} in each capture`, run: () => showWho(session, value) }]),
        ]
      : [],
  cpu: (session, value) =>
    typeof value === 'number'
      ? [narrow(session, `CPU ${value}`, () => narrowedTo(scopeOf(session), 'cpus', value))]
      : [],
  capture: (session, value, { cell }) => {
    const capture = Number(value);
    const name = session.captureName(capture);
    return [
      ...clockEntries(session, capture, cell),
      narrow(session, name, () => narrowedTo(scopeOf(session), 'captures', capture)),
    ];
  },
  kind: (session, value, { references, cell }) => [
    narrow(session, `kind ${value}`, () => ({ ...scopeOf(session), kind: String(value) })),
    // Samples have no duration, and the name of a slice is more specific than its kind.
    ...(cell('samples') !== undefined || references.has('slice')
      ? []
      : [
          {
            label: `Latency of ${value}`,
            run: () => showQuestion(session, 'latency-heat', { kind: String(value) }),
          },
          {
            label: `Histogram of the durations of ${value}`,
            run: () => showQuestion(session, 'field-histogram', { kind: String(value) }),
          },
          {
            label: `Percentiles of the durations of ${value}, by name`,
            run: () => showQuestion(session, 'percentiles', { kind: String(value), by: 'name' }),
          },
        ]),
  ],
  request: (session, value) => [
    {
      label: 'Show the request',
      run: () => showQuestion(session, 'waterfall', { request: String(value) }),
    },
  ],
  slice: (session, value, { references }) => [
    {
      label: `Latency of ${value}`,
      run: () =>
        showQuestion(session, 'latency-heat', {
          kind: String(references.get('kind') ?? ''),
          // A slice without a name has the name of its kind.
          ...(references.get('kind') === value ? {} : { name: String(value) }),
        }),
    },
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
  series: (session, value, { cell }) => {
    const series = seriesIn(cell);
    if (series === null) return [];
    return [
      ...onTimeline(session, 'series', value, cell),
      movesWith(session, seriesSignal(series), nameOf(series)),
      {
        label: `Histogram of ${nameOf(series)}`,
        run: () => showQuestion(session, 'field-histogram', { series: seriesSignal(series) }),
      },
      scatterEntry(session, seriesSignal(series), nameOf(series)),
    ];
  },
  event: (session, _, { cell }) => {
    const time = cell('time');
    if (typeof time !== 'bigint') return [];
    return [
      { label: 'Show its moment on the timeline', run: () => showMoment(session, time) },
      ...pinEntries(session, Number(cell('capture')), time),
    ];
  },
  line: (session, value, { references }) => {
    const capture = references.get('capture');
    const hasEvents = session.workspace.get()?.captures.find(({ id }) => id === capture)?.rows.event;
    if (typeof capture !== 'number' || !hasEvents) return [];
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
  signal: (session, value, { cell }) => [
    movesWith(session, String(value), String(cell('name') ?? value)),
    ...alikeEntries(session, String(value), cell),
  ],
  moment: (session, value, { cell }) =>
    cell('changes') === null
      ? []
      : [
          {
            label: 'Show what changed at this moment',
            run: () => showQuestion(session, 'onset', { moment: Number(value) }),
          },
        ],
  node: (session, _, { place }) => {
    if (!place) return [];
    const { view } = session.history.present;
    const treeView = place.tree === 'call' ? 'call-tree' : 'inverted-tree';
    const entries: RowEntry[] = [];
    if (view !== 'flame')
      entries.push({ label: 'Show this path in flame graph', run: () => showPathInFlame(session, place) });
    if (view !== treeView && place.root === treeRoots[place.tree])
      entries.push({
        label: `Show this path in ${treeView.replace('-', ' ')}`,
        run: () => openPath(session, treeView, place.path),
      });
    const names = place.path.map(([name]) => name).join('\n');
    return [...entries, { label: 'Copy path', run: () => void session.shell.copy(names) }];
  },
};

/** Root type of each tree view: a path from another root type does not exist there. */
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

/** Opens the signals that a row of `correlate` or `onset` stands for. */
function alikeEntries(session: Session, of: string, cell: RowCells): readonly RowEntry[] {
  const [alike, moment] = [Number(cell('alike') ?? 0), cell('moment')];
  if (!(alike > 0)) return [];
  const isOfMoment = typeof moment === 'number';
  return [
    {
      label: `Show the ${count(alike, 'signal')} that this row stands for`,
      run: () =>
        isOfMoment
          ? showQuestion(session, 'onset', { moment, of })
          : showQuestion(session, 'correlate', { ...session.formOf('correlate').get(), of }),
    },
  ];
}

/** Entries for rows of questions about clocks. */
function clockEntries(session: Session, capture: number, cell: RowCells): readonly RowEntry[] {
  if (typeof cell('drift_ppm') === 'undefined') return [];
  const name = session.captureName(capture);
  const [by, byName] = [cell('by'), cell('by_name')];
  const set = {
    label: `Set the clock of ${name}…`,
    run: () => session.dialog.set({ kind: 'clock', capture }),
  };
  if (typeof by !== 'number' || typeof byName !== 'string')
    return [set, { label: 'Undo the last change of a clock', run: () => void session.undoClock() }];
  const fitParams = { fit: { by } };
  return [
    {
      label: `Fit the clock of ${name} to ${byName}`,
      run: () => void session.attempt(() => session.setClock(capture, fitParams)),
    },
    {
      label: `Show the moments that ${name} and ${byName} both recorded`,
      run: () => showQuestion(session, 'clock-anchors', { capture: String(capture), by: String(by) }),
    },
    {
      label: 'Show the residuals of the fit',
      run: () => showQuestion(session, 'clock-residuals', { capture: String(capture), by: String(by) }),
    },
    set,
  ];
}

/** Pins an event of one capture to an event of another, in two steps. */
function pinEntries(session: Session, capture: number, time: bigint): readonly RowEntry[] {
  if (!Number.isInteger(capture)) return [];
  const name = session.captureName(capture);
  const pin = session.pin.get();
  const choose = { label: `Pin ${name} by this event…`, run: () => session.choosePin(capture, time) };
  if (!pin || pin.capture === capture) return [choose];
  return [
    {
      label: `Pin to this event: ${session.captureName(pin.capture)} moves`,
      run: () => void session.pinTo(capture, time),
    },
    choose,
  ];
}

/** Id of the signal, as `correlate` takes it. */
const seriesSignal = ({ capture, object, instance, counter }: SeriesRef): string =>
  `${capture}:${[object, ...(instance === null ? [] : [instance]), counter].join('/').replace(/[,*?]/g, '?')}`;

/** A scatter plot needs two series: the first is remembered until the second is chosen. */
function scatterEntry(session: Session, series: string, name: string): RowEntry {
  const { x, y } = session.formOf('scatter').get();
  const isOpen = typeof x === 'string' && y === undefined && x !== series;
  return isOpen
    ? { label: `Scatter ${x} against ${name}`, run: () => showQuestion(session, 'scatter', { x, y: series }) }
    : { label: `Scatter ${name} against …`, run: () => showQuestion(session, 'scatter', { x: series }) };
}

/** The tracks that show what a cell refers to. */
function onTimeline(
  session: Session,
  refers: Refers,
  value: string | number,
  cell: RowCells,
): readonly RowEntry[] {
  return session.trackDoors(session, refers, value, cell).map(({ title, show }) => ({
    label: `Show ${title} on the timeline`,
    keys: 's',
    run: show,
  }));
}

/** Entries for a row, by the things it refers to. */
export function entriesOf(session: Session, row: MeantRow): readonly Entry[] {
  const entries = [...row.references].flatMap(([refers, value]) => [
    ...byReference[refers](session, value, row),
    // For a series this is the most common action, so it comes first.
    ...(refers === 'series' ? [] : onTimeline(session, refers, value, row.cell)),
  ]);
  const usedKeys = new Set<string>();
  return entries.map(({ keys, ...entry }) => {
    if (keys === undefined || usedKeys.has(keys)) return entry;
    usedKeys.add(keys);
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
    return [
      ...this.entries(row, place),
      { label: 'New finding', keys: 'n', run: () => addFinding(this.session) },
    ];
  }

  open(row: RowCells): void {
    this.entries(row)[0]?.run();
  }

  /** Runs the row's entry with this key; false if there is none. */
  key(key: string, row: RowCells): boolean {
    const entry = this.entries(row).find(each => each.keys === key);
    entry?.run();
    return entry !== undefined;
  }

  private entries(cell: RowCells, place?: TreePlace): readonly Entry[] {
    return entriesOf(this.session, { references: this.of(cell), cell, ...(place && { place }) });
  }

  /** Called when a row becomes active: selects the things it refers to in all views. */
  select(row: RowCells): void {
    this.session.row.set({
      columns: this.columns,
      cell: row,
      place: locationKey(this.session.history.present),
      at: null,
    });
    const references = this.of(row);
    const [func, module] = [functionIn(references), references.get('module')];
    this.mark(row);
    if (func) this.session.select(func);
    else if (module !== undefined) this.session.history.go({ module: String(module) });
  }

  /** Marks the time of the row on the timeline, if it has one. */
  private mark(row: RowCells): void {
    const time = this.columns.find(({ kind }) => kind === 'time');
    const moment = time && row(time.name);
    const interval = intervalOfRow(row);
    if (interval) this.session.chooseInterval(interval);
    else if (typeof moment === 'bigint') this.session.moment.set(moment);
  }
}
