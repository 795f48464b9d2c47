import { type ReactNode, useId, useState } from 'react';
import { Splitter } from './splitter.tsx';
import { usePanel } from './use-panel.ts';
import { useSize } from './use-size.ts';

interface SplitRowsProps {
  /** Names the part above for those who cannot see it, and where its height is kept. */
  readonly name: string;
  readonly above: ReactNode;
  readonly below: ReactNode;
  /** Else the part below is as high as what is in it, and nothing is dragged. */
  readonly isSplit?: boolean;
  /** px of the part above, as long as nobody has dragged it. */
  proposed(height: number): number;
}

/** px that are left to either part. */
const least = 60;

/** Two parts of a view, one over the other, and the line between them. */
export function SplitRows({ name, above, below, isSplit = true, proposed }: SplitRowsProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const { height } = useSize(frame);
  const id = useId();
  const most = Math.max(least, height - least);
  const panel = usePanel({ name, proposed: proposed(height), least, most, opens: true });
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
