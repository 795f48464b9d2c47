import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Panel } from './use-panel.ts';

interface SplitterProps {
  readonly panel: Panel;
  /** The side of the splitter on which the panel is. */
  readonly side: 'left' | 'right' | 'above';
  /** The id of the panel's element. */
  readonly controls: string;
}

/** px that an arrow key moves it, without and with Shift. */
const keyStep = 16;
const longStep = 80;

/** The splitter of a panel: dragged or moved by arrows; Enter and double click close and open the panel. */
export function Splitter({ panel, side, controls }: SplitterProps) {
  const drag = useRef<{ readonly at: number; readonly size: number } | null>(null);
  const isUpright = side !== 'above';
  const sign = side === 'right' ? -1 : 1;
  const position = (event: PointerEvent) => (isUpright ? event.clientX : event.clientY);

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    (event.currentTarget as HTMLElement).focus({ preventScroll: true });
    drag.current = { at: position(event), size: panel.size };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current && position(event) !== drag.current.at)
      panel.resize(drag.current.size + sign * (position(event) - drag.current.at));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const size = sizeAfter(event, panel, sign, isUpright);
    if (size === null && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (size === null) panel.toggle();
    else panel.resize(size);
  };
  const panelName = panel.name.toLowerCase();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between sections takes no focus, and this has a value
    <div
      role="separator"
      tabIndex={0}
      className="splitter"
      data-side={side}
      data-closed={!panel.isOpen || undefined}
      aria-label={panel.name}
      aria-controls={controls}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={Math.round(panel.maxSize)}
      aria-valuenow={panel.size}
      aria-valuetext={panel.isOpen ? `${panel.size} pixels` : 'closed'}
      title={panel.isOpen ? `Drag to resize, double-click to hide: ${panelName}` : `Show the ${panelName}`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
      onClick={() => !panel.isOpen && panel.toggle()}
      onDoubleClick={() => panel.isOpen && panel.toggle()}
      onKeyDown={onKeyDown}
    />
  );
}

/** Size after a key, px; null for other keys. */
function sizeAfter(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { size, minSize, maxSize }: Panel,
  sign: number,
  isUpright: boolean,
): number | null {
  if (altKey || ctrlKey || metaKey) return null;
  const step = sign * (shiftKey ? longStep : keyStep);
  switch (key) {
    case isUpright ? 'ArrowRight' : 'ArrowDown':
      return size + step;
    case isUpright ? 'ArrowLeft' : 'ArrowUp':
      return size - step;
    case 'Home':
      return minSize;
    case 'End':
      return maxSize;
    default:
      return null;
  }
}
