import { memo } from 'react';
import { baseName } from '../../../wording/names.ts';
import { count as counted, formatInteger, formatPercent } from '../../../wording/numbers.ts';
import type { Colours } from '../../state/colours.ts';
import type { FramePath } from '../../state/flame.ts';
import { useSession } from '../../state/session.ts';
import { type Store, useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';
import { type Spot, useBlock } from './flame-stage.tsx';
import { functionAt, moduleOf, typeOf } from './frames.ts';
import type { Layout } from './layout.ts';
import { labelOf, rootEnd } from './scene.ts';
import type { Found } from './search.ts';

/** The path to the frame zoomed into: a click on a part zooms out to it. */
export const Way = memo(function Way({ path, onZoom }: { path: FramePath; onZoom(path: FramePath): void }) {
  return (
    <nav className="flame-way" aria-label="Zoom">
      <button type="button" disabled={path.length === 0} onClick={() => onZoom([])}>
        all
      </button>
      {path.map(([name], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a function may recur; its index in the path does not
        <span key={i}>
          <span aria-hidden="true">›</span>
          <button
            type="button"
            aria-current={i === path.length - 1 || undefined}
            onClick={() => onZoom(path.slice(0, i + 1))}
          >
            {name}
          </button>
        </span>
      ))}
    </nav>
  );
});

const inLegend = 6;

/** The modules with most samples, with their colours. */
export const Legend = memo(function Legend({ layout, colours }: { layout: Layout; colours: Colours }) {
  const heaviest = heaviestModules(layout);
  return (
    <ul className="flame-legend" aria-label="Modules by colour">
      {heaviest.map(name => (
        <li key={name} title={name}>
          <span className="swatch" style={{ background: colours.module(name) }} />
          {baseName(name)}
        </li>
      ))}
    </ul>
  );
});

function heaviestModules({ frames, count, row, self }: Layout): readonly string[] {
  const { module } = frames;
  const sums = new Float64Array(module.values.length);
  for (let block = 0; block < count; block++) {
    const at = module.index[row[block]!]!;
    if (at >= 0) sums[at]! += self[block]!;
  }
  return [...sums.keys()]
    .filter(at => sums[at]! > 0)
    .sort((a, b) => sums[b]! - sums[a]!)
    .slice(0, inLegend)
    .map(at => module.values[at]!);
}

/** The number of drawn frames that match, and the share of all samples in scope, drawn or not. */
export const Matches = memo(function Matches({ found, sought: find }: { found: Found; sought: string }) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows } = useRows({ question: 'matches', params: { find: find }, scope }, 1);
  const percent = rows?.[0]?.percent;
  return (
    <output className="flame-found">
      matches {counted(found.blocks, 'frame')}
      {typeof percent === 'number' && `, ${formatPercent(percent)} % of samples`}
    </output>
  );
});

interface ReadoutProps {
  readonly layout: Layout | null;
  readonly hover: Store<Spot | null>;
  /** Path of the block with the keyboard focus. */
  readonly focus: Store<FramePath>;
}

/** Describes the block under the pointer, else the one with the keyboard focus. */
export const Readout = memo(function Readout({ layout, ...at }: ReadoutProps) {
  return (
    <p className="flame-readout" aria-live="polite">
      {layout ? <ReadoutOf layout={layout} {...at} /> : hint}
    </p>
  );
});

const hint = (
  <span className="muted">
    Click or Enter zooms in, Esc zooms out, arrows move, / searches; right-click for more
  </span>
);

function ReadoutOf({ layout, hover, focus }: ReadoutProps & { layout: Layout }) {
  const spot = useStore(hover);
  const block = useBlock(layout, focus);
  const shown = spot ?? (block >= 0 ? { block, isRest: false } : null);
  return shown && shown.block < layout.count ? <Words layout={layout} {...shown} /> : hint;
}

function Words({ layout, block, isRest }: Spot & { layout: Layout }) {
  const { frames, row, start, end, self, rest, run } = layout;
  const { amount, unit } = frames.whole;
  const share = (weight: number) =>
    `${formatInteger(weight)} ${unit} · ${formatPercent(amount > 0 ? (100 * weight) / amount : 0)} %`;
  if (block < 0)
    return (
      <>
        <span>Left out: roots too small to draw</span>
        <span className="number">{share(amount - rootEnd(layout))}</span>
        <span className="muted">narrow the scope, or export the table, to see them</span>
      </>
    );
  const name = labelOf(layout, block);
  if (isRest)
    return (
      <>
        <span>Left out on {name}: frames too small to draw</span>
        <span className="number">{share(rest[block]!)}</span>
        <span className="muted">zoom into {name} to see them</span>
      </>
    );
  const isFunction = functionAt(frames, row[block]!) !== null;
  return (
    <>
      <code>{name}</code>
      <span className="muted flame-module">
        {isFunction ? moduleOf(frames, row[block]!) : typeOf(frames, row[block]!)}
      </span>
      {run[block]! > 1 && (
        <span className="muted">{run[block]} frames without a symbol, one on the other</span>
      )}
      {isFunction && (
        <span className="number">
          <span className="muted">self</span> {share(self[block]!)}
        </span>
      )}
      <span className="number">
        <span className="muted">total</span> {share(end[block]! - start[block]!)}
      </span>
    </>
  );
}
