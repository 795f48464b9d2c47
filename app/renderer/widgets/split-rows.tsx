import { type ReactNode, useId, useState } from 'react';
import { Splitter } from './splitter.tsx';
import { usePanel } from './use-panel.ts';
import { useSize } from './use-size.ts';

interface SplitRowsProps {
  /** Accessible name of the upper part, under which its height is stored. */
  readonly name: string;
  readonly above: ReactNode;
  readonly below: ReactNode;
  /** False: the lower part has the height of its content, without a splitter. */
  readonly isSplit?: boolean;
  /** Initial height of the upper part, px. */
  proposed(height: number): number;
}

/** Minimum height of either part, px. */
const minHeight = 60;

/** Two parts of a view above each other, with a splitter between them. */
export function SplitRows({ name, above, below, isSplit = true, proposed }: SplitRowsProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const { height } = useSize(frame);
  const id = useId();
  const maxHeight = Math.max(minHeight, height - minHeight);
  const panel = usePanel({
    name,
    proposed: proposed(height),
    minSize: minHeight,
    maxSize: maxHeight,
    opens: true,
  });
  return (
    <div
      ref={setFrame}
      className="split-rows"
      style={{
        gridTemplateRows: isSplit ? `${panel.size}px auto minmax(0, 1fr)` : 'minmax(0, 1fr) 0 auto',
      }}
    >
      <div id={id} className="split-row" hidden={isSplit && !panel.isOpen}>
        {above}
      </div>
      {isSplit ? <Splitter panel={panel} side="above" controls={id} /> : <span />}
      <div className="split-row">{below}</div>
    </div>
  );
}
