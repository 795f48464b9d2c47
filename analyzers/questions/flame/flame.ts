import type { Answer, Ask, Note, Scope } from '../../contract.ts';
import { amountOf } from '../../kit/answer.ts';
import { note } from '../../kit/notes.ts';
import { withIds } from '../../kit/with-ids.ts';
import { BottomUp } from '../../samples/bottom-up.ts';
import { addMerged, addTopDown, nodesAlong, nodesAnywhere, sumOf } from '../../samples/top-down.ts';
import {
  addWeights,
  noWeights,
  removeWeights,
  type WeightedNodes,
  type Whole,
  weighted,
} from '../../samples/weighted.ts';
import { functionsAlong, type Path, pathOf, type RootType } from '../../stacks/tree-rows.ts';
import { rootsOf } from '../call-tree/by-root.ts';
import { FlameRows, flameColumns } from './flame-rows.ts';

/** Frames are zoomed into by path: their rows need no ids. */
const noId = 0;

const trees = ['call', 'inverted'] as const;
const roots = ['none', 'process', 'thread'] as const;

export const flame = withIds('function', {
  id: 'flame',
  title: 'Flame graph',
  question: 'Which call paths is the time spent in, all at a glance?',
  needs: ['sample'],
  params: {
    tree: {
      type: 'choice',
      about:
        'Direction of the tree: callees above their callers (call), or callers above the functions that samples were taken in (inverted).',
      choices: trees,
      default: 'call',
    },
    root: {
      type: 'choice',
      about: 'The first level of the tree: functions, or the processes or threads they ran in.',
      choices: roots,
      default: 'none',
    },
    under: {
      type: 'text',
      about:
        'Zooms into this path: functions with semicolons between (main;parse), or a JSON array of [function, module] pairs. A path that no root begins may begin anywhere: all its calls are merged. The frames of the path come first, then the frames above the last of them.',
    },
    'min-percent': {
      type: 'number',
      about:
        'Leaves out frames with a smaller share of the width: of all samples in scope, or of the frame zoomed into.',
      default: 0.1,
      min: 0,
      max: 100,
    },
  },
  shape: 'flame',
  columns: flameColumns,
  async answer(ask, params, scope) {
    const asked = {
      isInverted: params.tree === 'inverted',
      path: pathOf(params.under),
      share: params['min-percent'] / 100,
    };
    if (params.root === 'process' || params.root === 'thread') {
      return withRoots(ask, scope, params.root, asked);
    }
    const samples = await weighted(ask, scope);
    const rows = new FlameRows(samples.nodes.functions);
    const { path, isInverted } = asked;
    const isRooted = isInverted || path.length === 0 || nodesAlong(samples, path).length > 0;
    const anywhere = isRooted ? [] : nodesAnywhere(samples, path);
    if (anywhere.length > 0) {
      addAnywhere(rows, samples, anywhere, asked.share);
      const notes = [...samples.notes, called(path, anywhere[0]!.length), ...lost(path, anywhere.length)];
      return rows.answer({ ...samples, notes });
    }
    const found = addTree(rows, samples, asked, samples.whole.amount);
    return rows.answer({ ...samples, notes: [...samples.notes, ...lost(path, found)] });
  },
});

interface Asked {
  readonly isInverted: boolean;
  readonly path: Path;
  /** Minimum share of the width, 0 … 1. */
  readonly share: number;
}

/** A tree for each process or thread, above a frame of its own. */
async function withRoots(ask: Ask, scope: Scope, by: RootType, asked: Asked): Promise<Answer> {
  const found = await rootsOf(ask, scope, by);
  const rows = new FlameRows(found.nodes.functions);
  const part = noWeights(found.nodes);
  const [first, ...path] = asked.path;
  const zoomed = first && found.roots.find(each => each.name === first[0]);
  const width = zoomed?.total ?? found.whole.amount;
  let along = 0;
  for (const { name, total, stacks, amounts } of zoomed ? [zoomed] : found.roots) {
    if (total < asked.share * width) {
      rows.leaveOut(total, 0);
      continue;
    }
    const row = rows.addRoot(name, by, total, noId);
    addWeights(part, stacks, amounts);
    along = addTree(rows, part, { ...asked, path: zoomed ? path : [] }, width, row);
    removeWeights(part, stacks);
  }
  const notes = lost(asked.path, zoomed ? along + 1 : 0);
  return rows.answer({ ...found, notes: [...found.notes, ...notes] });
}

/**
 * Adds the frames of the path and the frames above its end, all above the frame `on` (0: none).
 *
 * @param width the weight that is 100 % of the picture's width, if the path is empty
 * @returns the number of frames of the path that exist in this scope
 */
function addTree(
  rows: FlameRows,
  samples: WeightedNodes,
  { isInverted, path, share }: Asked,
  width: number,
  on = 0,
): number {
  let row = on;
  let depth = on === 0 ? 0 : 1;
  if (isInverted) {
    const tree = new BottomUp(samples, null);
    const along = tree.along(functionsAlong(samples.nodes.functions, path));
    for (const group of along) {
      const self = group === along[0] ? group.total : 0;
      row = rows.add(row, depth++, group.func, self, group.total, noId);
    }
    const end = along.at(-1);
    tree.addUnder(rows, end, { levels: Infinity, least: share * (end?.total ?? width) }, row, depth);
    return along.length;
  }
  const { nodes, self, total } = samples;
  const along = nodesAlong(samples, path);
  for (const node of along) row = rows.add(row, depth++, nodes.func[node]!, self[node]!, total[node]!, noId);
  const end = along.at(-1) ?? -1;
  const minWeight = share * (end < 0 ? width : total[end]!);
  addTopDown(samples, end, rows, { levels: Infinity, least: minWeight }, noId, { row, depth });
  return along.length;
}

/** Adds the frames of a path that begins anywhere, and the frames above its end. */
function addAnywhere(
  rows: FlameRows,
  samples: WeightedNodes,
  along: readonly (readonly number[])[],
  share: number,
): void {
  const { nodes, self, total } = samples;
  let row = 0;
  along.forEach((group, depth) => {
    row = rows.add(row, depth, nodes.func[group[0]!]!, sumOf(self, group), sumOf(total, group), noId);
  });
  const end = along.at(-1)!;
  addMerged(samples, end, rows, share * sumOf(total, end), row, along.length);
}

/** The note that a path was found inside others. */
function called([first]: Path, places: number): Note {
  return note(
    'path-anywhere',
    `No path in this scope begins with ${first![0]}, so all calls of it are shown together, from ${amountOf(places, 'places')}.`,
    { places },
  );
}

/** A note on a path that has no samples in this scope beyond some frame. */
function lost(path: Path, found: number): Whole['notes'] {
  if (found === path.length) return [];
  const [name] = path[found]!;
  const [before] = path[found - 1] ?? [];
  return [
    note(
      'path-lost',
      before === undefined
        ? `No path in this scope begins with ${name}, so the whole scope is shown.`
        : `In this scope no path continues from ${before} to ${name}, so the zoom ends at ${before}.`,
      { found, of: path.length },
    ),
  ];
}
