import { memo, type RefObject } from 'react';
import type { PictureKind } from '../../../shell.ts';
import type { FlameRoot, FlameTree } from '../../state/flame.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Parts } from '../../widgets/parts.tsx';
import { SaveMenu } from '../save-menu.tsx';

interface FlameBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Called when the search ends: the picture takes the focus. */
  onLeave(): void;
  /** Null while there is no picture. */
  readonly save: ((kind: PictureKind) => void) | null;
}

const trees = [
  { id: 'call', title: 'Call tree' },
  { id: 'inverted', title: 'Inverted' },
] as const satisfies readonly { id: FlameTree; title: string }[];
const roots = [
  { id: 'none', title: 'Functions' },
  { id: 'process', title: 'Processes' },
  { id: 'thread', title: 'Threads' },
] as const satisfies readonly { id: FlameRoot; title: string }[];
const orientations = [
  { id: 'icicle', title: 'Icicle' },
  { id: 'flame', title: 'Flame' },
] as const;

/** Controls for the arrangement of the picture and its search. */
export const FlameBar = memo(function FlameBar({ field, onLeave, save }: FlameBarProps) {
  const { flame } = useSession();
  const tree = useStore(flame.tree);
  const root = useStore(flame.root)[tree];
  const isIcicle = useStore(flame.isIcicle);
  const hasTable = useStore(flame.hasTable);
  return (
    <div className="flame-bar">
      <Parts label="Tree" parts={trees} current={tree} onChange={each => flame.setTree(each)} />
      <Parts label="First level" parts={roots} current={root} onChange={each => flame.setRoot(each)} />
      <Parts
        label="Direction"
        parts={orientations}
        current={isIcicle ? 'icicle' : 'flame'}
        onChange={each => flame.isIcicle.set(each === 'icicle')}
      />
      <span className="grow" />
      <SearchField field={field} onLeave={onLeave} />
      <button
        type="button"
        className="quiet"
        aria-pressed={hasTable}
        title="Show the same frames as a table"
        onClick={() => flame.hasTable.set(!hasTable)}
      >
        table
      </button>
      {save && <SaveMenu save={save} />}
    </div>
  );
});

function SearchField({ field, onLeave }: Pick<FlameBarProps, 'field' | 'onLeave'>) {
  const { flame } = useSession();
  const query = useStore(flame.sought);
  return (
    <input
      ref={field}
      type="search"
      aria-label="Search functions and modules"
      placeholder="Search: a | b"
      value={query}
      spellCheck={false}
      onChange={event => flame.sought.set(event.target.value)}
      onKeyDown={event => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') flame.sought.set('');
        onLeave();
      }}
    />
  );
}
