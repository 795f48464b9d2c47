/**
 * Stores the state of the view with evidence, and restores it. The text is stored with the evidence and may come
 * from anywhere: it is checked member by member.
 */
import type { FlameRoot, FlameTree, FramePath } from './flame.ts';
import { locationKey } from './history.ts';
import { scopeOfLeft } from './scope.ts';
import type { Session } from './session.ts';
import { showView, viewText } from './view-state.ts';

export function findingView(session: Session): string {
  const { flame, row, moment, history } = session;
  const active = row.get();
  return JSON.stringify({
    ...(JSON.parse(viewText(session)) as object),
    flame: {
      tree: flame.tree.get(),
      root: flame.root.get()[flame.tree.get()],
      zoom: flame.zoom.get(),
      sought: flame.sought.get(),
    },
    moment: moment.get()?.toString() ?? null,
    row: active?.place === locationKey(history.present) ? active.at : null,
  });
}

/** Adds an entry to the history, so that Back works. Marks, colours and the zone do not change. */
export function showFindingView(session: Session, text: string): void {
  const { history, marks, colours, zone, flame, workspace } = session;
  const [places, kept] = [history.places.get(), [marks.all.get(), colours.get(), zone.get()] as const];
  showView(text, session);
  marks.all.set(kept[0]);
  colours.set(kept[1]);
  zone.set(kept[2]);
  const shown = history.present;
  const { captures = [], span = null } = workspace.get() ?? {};
  const existing = (id: number) => (captures.some(capture => capture.id === id) ? id : null);
  history.places.set(places);
  history.push({ ...shown, scope: scopeOfLeft(shown.scope, existing, span) });

  const view = object(parsed(text));
  const { tree, root, zoom, sought } = object(view.flame);
  if (
    isOneOf<FlameTree>(tree, ['call', 'inverted']) &&
    isOneOf<FlameRoot>(root, ['none', 'process', 'thread'])
  )
    flame.show({ tree, root, path: pathOf(zoom) });
  if (typeof sought === 'string') flame.sought.set(sought);
  const { moment } = view;
  session.moment.set(
    typeof moment === 'string' && /^-?\d{1,18}$|^-?\d{19}$/.test(moment) ? BigInt(moment) : null,
  );
  const { label, row } = object(view.row);
  session.wantedRow.set(
    typeof label === 'string' && Number.isInteger(row) && Number(row) >= 0
      ? { label, row: Number(row) }
      : null,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const isOneOf = <T extends string>(value: unknown, options: readonly T[]): value is T =>
  options.some(each => each === value);

const pathOf = (value: unknown): FramePath =>
  Array.isArray(value)
    ? value.flatMap(each =>
        Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'string'
          ? [[each[0], each[1]] as const]
          : [],
      )
    : [];
