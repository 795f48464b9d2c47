import './flame-chart.css';

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import type { PictureKind } from '../../../shell.ts';
import { isFocusFree } from '../../lib/focus.ts';
import { count as counted, formatDuration } from '../../lib/numbers.ts';
import { timeTicks } from '../../lib/ticks.ts';
import { digitsFor, formatClock, formatTick, type Zone } from '../../lib/time.ts';
import { TimeScale } from '../../lib/time-scale.ts';
import type { RowCells } from '../../meaning/references.ts';
import { type Interval, intervalOf, withInterval } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import { DataGrid } from '../../widgets/data-grid.tsx';
import { type MenuEntry, RowMenu } from '../../widgets/row-menu.tsx';
import { frontOf, wholeEntries } from '../../widgets/table-entries.ts';
import { Waiting } from '../../widgets/waiting.tsx';
import { captionHeight, captionOn, drawOn, svgOf } from '../flame/draw.ts';
import { pixelsOf } from '../flame/pixels.ts';
import { fontSize, lookNow, resolved, useLook, useRatio, useResolved, useSize } from '../flame/use-look.ts';
import type { Picture, PictureProps } from '../picture.ts';
import { SaveMenu, saveEntries } from '../save-menu.tsx';
import { captionOf, pngOf, savePicture } from '../save-picture.ts';
import { useMeaning } from '../table.tsx';
import { useFront } from '../use-front.ts';
import {
  type BoxLayout,
  boxAt,
  boxBeside,
  boxRoles,
  layoutOf,
  levelHeight,
  levelOf,
  moduleOf,
  nameOf,
} from './boxes.ts';
import { type Painted, paintsOf, type Sight, sceneOf } from './scene.ts';

/** More boxes than this are in the table only. */
const mostBoxes = 200_000;
/** px */
const savedWidth = 1600;
/** Of the letters of the font, by its size: all are of one width. */
const letterShare = 0.6;
/** px that a pointer moves before it selects. */
const threshold = 4;

/** Stacks and slices of threads over time. What is shown is the time that the timeline is zoomed to, else that of the scope. */
function FlameChart(props: PictureProps) {
  const { question, params, label, isMain, empty } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const zoom = useStore(session.zoom);
  const zone = useStore(session.shownZone);
  const colours = useStore(session.colours);
  const boxes = `${label} boxes`;
  const scroller = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(scroller);
  const [hasTable, setTable] = useState(false);
  const [hover, setHover] = useState(-1);
  const [focus, setFocus] = useState(-1);
  const interval = zoom ?? intervalOf(scope);
  // In steps, so that the window's edge can be dragged.
  const pixels = Math.max(200, Math.ceil(width / 200) * 200);
  const shownTime = useSettled(zoom, settling);
  const part = shownTime && { begin: String(shownTime.from), end: String(shownTime.to) };
  const { table, answer, isAsking, error } = useTable(
    width > 0 ? { question, params: { ...params, pixels, ...part }, scope } : null,
    mostBoxes,
  );
  const layout = useMemo(() => (table && table.rows > 0 ? layoutOf(table) : null), [table]);
  const whole = useMemo(() => layout && extentOf(layout), [layout]);
  const seen = interval ?? whole;
  const front = useMemo(
    () => (isMain && answer ? frontOf(session, answer, boxes) : null),
    [session, isMain, answer, boxes],
  );
  useFront(answer, front);
  // biome-ignore lint/correctness/useExhaustiveDependencies: boxes of another answer are other boxes
  useEffect(() => {
    setHover(-1);
    setFocus(-1);
  }, [layout]);
  const meaning = useMeaning(answer?.head.columns ?? none);
  const at =
    (row: number): RowCells =>
    column =>
      table?.cell(row, column);

  const zoomTo = (to: Interval | null) => session.zoom.set(to);
  const zoomToBox = (row: number) => {
    if (!layout || row < 0) return;
    const from = layout.cast.time[row]!;
    const length = BigInt(Math.max(100, Math.round(layout.cast.duration[row]!)));
    zoomTo({ from: from - length / 20n, to: from + length + length / 20n });
  };
  const save = (kind: PictureKind) => {
    if (layout && seen) saveChart(kind, layout, paintsOf(layout, colours), seen);
  };
  const saveChart = (kind: PictureKind, of: BoxLayout, painted: Painted, { from, to }: Interval) =>
    void savePicture(session, kind, label, async () => {
      const [paints, look] = [resolved(painted.paints), lookNow()];
      const sight: Sight = {
        from: Number(from - of.zero),
        to: Number(to - of.zero),
        width: savedWidth,
        scrolled: 0,
        height: of.height,
        ratio: 2,
      };
      const scene = sceneOf(of, painted, sight, fontSize * letterShare);
      const caption = captionOf(session, label, rangeText({ from, to }, zone));
      const surface = {
        width: savedWidth,
        height: of.height,
        ratio: 2,
        background: look.background,
        size: fontSize,
        family: look.family,
      };
      if (kind === 'svg') return new TextEncoder().encode(svgOf(scene, paints, surface, caption, look.ink));
      const canvas = document.createElement('canvas');
      const top = captionHeight(caption);
      canvas.width = savedWidth * 2;
      canvas.height = (of.height + top) * 2;
      const context = canvas.getContext('2d', { alpha: false });
      if (!context) throw new Error('There is no memory for a picture of this size.');
      captionOn(context, caption, look.ink, surface);
      drawOn(context, scene, paints, pixelsOf(paints, look.background), surface, top);
      return pngOf(canvas);
    });
  const shown = hover >= 0 ? hover : focus;
  const menu = (): readonly MenuEntry[] => [
    ...(focus >= 0
      ? [
          { label: 'Zoom to this box', keys: '↵', run: () => zoomToBox(focus) },
          ...meaning.menu(at(focus)),
          null,
        ]
      : []),
    ...(zoom ? [{ label: 'Zoom out', keys: 'Esc', run: () => zoomTo(null) }] : []),
    ...saveEntries(save),
    ...(front ? wholeEntries(session, front) : []),
  ];
  const onKey = (event: KeyboardEvent): boolean => {
    if (!layout) return false;
    const next = boxBeside(layout, focus, event.key);
    if (next >= 0 && event.key !== 'Enter') {
      setHover(-1);
      setFocus(next);
      meaning.select(at(next));
      session.moment.set(layout.cast.time[next]!);
      return true;
    }
    if (event.key === 'Enter' && focus >= 0) zoomToBox(focus);
    else if ((event.key === 'Escape' || event.key === 'Backspace') && zoom) zoomTo(null);
    else return focus >= 0 && meaning.key(event.key, at(focus));
    return true;
  };

  if (error) return <p className="failure">{error}</p>;
  return (
    <section className="flame-chart" aria-label={label} aria-busy={isAsking || undefined}>
      <div className="picture-bar">
        <output className="heat-readout">
          {layout && shown >= 0 && shown < layout.rows
            ? boxText(layout, shown, zone)
            : layout
              ? 'The wheel zooms, a drag narrows to that time, a double click zooms to a box.'
              : ''}
        </output>
        <span className="grow" />
        <button
          type="button"
          className="quiet"
          aria-pressed={hasTable}
          title="The same boxes as a table"
          onClick={() => setTable(!hasTable)}
        >
          table
        </button>
        <SaveMenu save={save} />
      </div>
      <Axis seen={seen} width={width} zone={zone} />
      <div className="flame-chart-parts" data-table={hasTable || undefined}>
        <RowMenu
          entries={menu}
          label="What to do with this box"
          onKeyboard={() => setFocus(at => (at < 0 && layout ? 0 : at))}
        >
          <div
            ref={scroller}
            className="flame-scroller"
            role="application"
            aria-roledescription="flame chart"
            aria-label={`${label}: ${layout && focus >= 0 && focus < layout.rows ? boxText(layout, focus, zone) : 'arrows move from box to box, Enter zooms'}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
            tabIndex={0}
            onKeyDown={event => {
              if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event)) return;
              event.preventDefault();
              event.stopPropagation();
            }}
          >
            {layout && seen && whole ? (
              <Stage
                layout={layout}
                seen={seen}
                bounds={session.workspace.get()?.span ?? whole}
                width={width}
                height={height}
                focus={focus}
                hover={hover}
                scroller={scroller}
                onHover={setHover}
                onFocus={row => {
                  setFocus(row);
                  if (row >= 0) meaning.select(at(row));
                }}
                onOpen={zoomToBox}
                onZoom={zoomTo}
                onSelect={selected => session.narrow(withInterval(scope, selected))}
              />
            ) : answer && table ? (
              <p className="hint">{answer.head.notes.map(note => note.text).join(' ') || empty}</p>
            ) : (
              <Waiting />
            )}
          </div>
        </RowMenu>
        {hasTable && answer && (
          <DataGrid
            label={boxes}
            table={question}
            answer={answer}
            isBusy={isAsking}
            empty={empty}
            onRow={row => meaning.select(row)}
            onOpen={row => {
              const [time, duration] = [row('time'), row('duration')];
              if (typeof time === 'bigint' && typeof duration === 'number')
                zoomTo({ from: time, to: time + BigInt(Math.max(100, Math.round(duration))) });
            }}
            onKey={(event, row) => meaning.key(event.key, row)}
            menu={row => meaning.menu(row)}
          />
        )}
      </div>
    </section>
  );
}

const none: readonly AnswerColumn[] = [];

/** ms; while the wheel turns, nothing is asked for what is gone before it is here. */
const settling = 90;

/** The value once it has been the same for some ms. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

interface StageProps {
  readonly layout: BoxLayout;
  readonly seen: Interval;
  readonly bounds: Interval;
  readonly width: number;
  readonly height: number;
  readonly focus: number;
  readonly hover: number;
  readonly scroller: { readonly current: HTMLDivElement | null };
  onHover(row: number): void;
  onFocus(row: number): void;
  onOpen(row: number): void;
  onZoom(to: Interval | null): void;
  onSelect(to: Interval): void;
}

/** The canvas, of the size of what is seen, and what pointer and keyboard are on over it. */
function Stage(props: StageProps) {
  const { layout, seen, bounds, width, height, focus, hover, scroller } = props;
  const { onHover, onFocus, onOpen, onZoom, onSelect } = props;
  const session = useSession();
  const colours = useStore(session.colours);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = useRatio();
  const [scrolled, setScrolled] = useState(0);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const painted = useMemo(() => paintsOf(layout, colours), [layout, colours]);
  const paints = useResolved(painted.paints);
  const { background, family } = useLook();
  const bitmap = useMemo(() => pixelsOf(paints, background), [paints, background]);
  const scale = useMemo(() => new TimeScale(seen.from, seen.to, width), [seen.from, seen.to, width]);
  const sight = useMemo<Sight>(
    () => ({
      from: Number(seen.from - layout.zero),
      to: Number(seen.to - layout.zero),
      width,
      scrolled,
      height,
      ratio,
    }),
    [seen.from, seen.to, layout, width, scrolled, height, ratio],
  );
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element || width === 0 || height === 0) return;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    const context = element.getContext('2d', { alpha: false });
    if (!context) return;
    const surface = { width, height, ratio, background, size: fontSize, family };
    context.font = `${fontSize}px ${family}`;
    drawOn(context, sceneOf(layout, painted, sight, context.measureText('M').width), paints, bitmap, surface);
  }, [layout, painted, sight, paints, bitmap, width, height, ratio, background, family]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const read = () => setScrolled(element.scrollTop);
    // Not passive: the wheel zooms, and does not scroll.
    const wheel = (event: WheelEvent) => {
      if (event.shiftKey) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      const to = scale.zoomed(x, Math.exp(-event.deltaY / 300), bounds);
      onZoom(to.from <= bounds.from && to.to >= bounds.to ? null : to);
    };
    element.addEventListener('scroll', read);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('scroll', read);
      element.removeEventListener('wheel', wheel);
    };
  }, [scroller, scale, bounds, onZoom]);
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);
  const level = focus >= 0 ? levelOf(layout, focus) : null;
  useEffect(() => {
    const element = scroller.current;
    if (!element || !level) return;
    if (level.y < element.scrollTop) element.scrollTop = level.y;
    else if (level.y + levelHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = level.y + levelHeight - element.clientHeight;
  }, [scroller, level]);

  const spot = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const perPixel = (sight.to - sight.from) / width;
    return { x, row: boxAt(layout, y + scrolled, sight.from + x * perPixel, perPixel) };
  };
  const box = (row: number) => {
    const of = levelOf(layout, row);
    if (!of) return null;
    const perPx = width / (sight.to - sight.from);
    const x = Math.max(0, (layout.start[row]! - sight.from) * perPx);
    const wide = Math.max(2, Math.min(width, (layout.end[row]! - sight.from) * perPx) - x);
    return { transform: `translate(${x}px, ${of.y - scrolled}px)`, width: wide, height: levelHeight - 1 };
  };
  const [hovered, focused] = [hover >= 0 ? box(hover) : null, focus >= 0 ? box(focus) : null];
  const isDrag = drag !== null && Math.abs(drag.to - drag.from) > threshold;
  return (
    <div className="flame-content" style={{ height: Math.max(height, layout.height) }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the application around it takes keys for all that pointers do */}
      <div
        className="flame-stage"
        style={{ height }}
        onPointerDown={(event: PointerEvent) => {
          const { x, row } = spot(event);
          onFocus(row);
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: x, to: x });
        }}
        onPointerMove={event => {
          const { x, row } = spot(event);
          if (drag) setDrag({ from: drag.from, to: x });
          else onHover(row);
        }}
        onPointerUp={() => {
          if (drag && isDrag) {
            const [a, b] = [
              scale.time(Math.min(drag.from, drag.to)),
              scale.time(Math.max(drag.from, drag.to)),
            ];
            if (b > a) onSelect({ from: a, to: b });
          }
          setDrag(null);
        }}
        onPointerLeave={() => onHover(-1)}
        onDoubleClick={event => onOpen(spot(event).row)}
      >
        <canvas ref={canvas} className="flame-canvas" style={{ width, height }} />
        {hovered && <div className="flame-hover" style={hovered} />}
        {focused && <div className="flame-focus is-active" style={focused} />}
        {drag && isDrag && (
          <div
            className="flame-chart-selection"
            style={{ left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) }}
          />
        )}
      </div>
    </div>
  );
}

function Axis({ seen, width, zone }: { seen: Interval | null; width: number; zone: Zone }) {
  if (!seen || width === 0) return <div className="flame-chart-axis" aria-hidden="true" />;
  const length = Number(seen.to - seen.from);
  const { at, step } = timeTicks(seen.from, length, width, zone, 110);
  return (
    <div className="flame-chart-axis" aria-hidden="true">
      {at.map(ns => (
        <span key={ns} style={{ left: (ns / length) * width }}>
          {formatTick(seen.from + BigInt(Math.round(ns)), zone, step)}
        </span>
      ))}
    </div>
  );
}

function extentOf({ zero, start, end, rows }: BoxLayout): Interval {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < rows; row++) {
    if (start[row]! < from) from = start[row]!;
    if (end[row]! > to) to = end[row]!;
  }
  return { from: zero + BigInt(Math.floor(from)), to: zero + BigInt(Math.ceil(to)) + 1n };
}

function rangeText({ from, to }: Interval, zone: Zone): string {
  const digits = Math.max(3, digitsFor(Number(to - from) / 1000));
  return `From ${formatClock(from, zone, digits)} to ${formatClock(to, zone, digits)}: ${formatDuration(Number(to - from))}.`;
}

/** `ExecutorRun · postgres · 4.02 ms from 04:22:04.015 · 3 samples` */
function boxText(layout: BoxLayout, row: number, zone: Zone): string {
  const { band, time, duration, covered, count } = layout.cast;
  const module = moduleOf(layout, row);
  const what = module === null ? 'slice' : 'sample';
  return [
    nameOf(layout, row),
    ...(module === null ? [] : [module]),
    `${formatDuration(duration[row]!)} from ${formatClock(time[row]!, zone, 6)}`,
    counted(count[row]!, what),
    ...(covered[row]! < 99.5 ? [`${Math.round(covered[row]!)} % of it, merged with shorter ones`] : []),
    band.values[band.index[row]!] ?? '',
  ].join(' · ');
}

export const flameChart: Picture = { roles: boxRoles, component: FlameChart };
