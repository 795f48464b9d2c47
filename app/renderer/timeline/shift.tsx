import {
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { CaptureInfo } from '../../contract.ts';
import { formatDuration } from '../../wording/numbers.ts';
import { durationOf } from '../lib/clock-change.ts';
import { TimeScale } from '../lib/time-scale.ts';
import { useSession } from '../state/session.ts';
import { Store, useStore } from '../state/store.ts';
import type { Track } from '../state/tracks.ts';
import { useTable } from '../state/use-answer.ts';
import type { TrackKind } from './kinds/kind.ts';
import { kindOf, proposedTracks } from './kinds/kinds.ts';
import { overviewKind } from './kinds/overview.ts';
import { threadStates } from './kinds/thread-states.ts';
import { seriesRows } from './series-rows.ts';
import { mostSeries } from './shown-tracks.ts';
import { TrackCanvas } from './track-canvas.tsx';
import { usePicture } from './use-picture.ts';
import { TimelineView, useSettling } from './view.ts';

/** px */
const height = 44;
/** px that an arrow key moves the capture: `fine`, and with Shift `coarse`. */
const keyStep = { fine: 1, coarse: 20 };

/** The capture that is being shifted, over the tracks that stay: what it has recorded is dragged to where it belongs. */
export function ShiftStrip({ view }: { readonly view: TimelineView }) {
  const session = useSession();
  const shifted = useStore(session.shifting);
  const capture = useStore(
    session.workspace,
    workspace => workspace?.captures.find(({ id }) => id === shifted) ?? null,
  );
  return capture?.clock.aligned ? <Strip key={capture.id} capture={capture} view={view} /> : null;
}

interface StripProps {
  readonly capture: CaptureInfo;
  readonly view: TimelineView;
}

function Strip({ capture, view }: StripProps) {
  const session = useSession();
  const { name } = capture;
  const [by] = useState(() => new Store(0n));
  const shift = useStore(by);
  const [text, setText] = useState<string | null>(null);
  const close = () => session.shifting.set(null);
  useEffect(() => session.opened(() => session.shifting.set(null)), [session]);
  const handle = useRef<HTMLDivElement>(null);
  useEffect(() => handle.current?.focus(), []);
  const start = useRef<{ readonly x: number; readonly by: bigint } | null>(null);
  const perPixel = () => {
    const { length, width } = view.scale.get();
    return length / Math.max(1, width);
  };
  const moveTo = (next: bigint) => {
    setText(null);
    by.set(next);
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const from = start.current;
    if (from) moveTo(from.by + BigInt(Math.round((clientX - from.x) * perPixel())));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const pixels = event.shiftKey ? keyStep.coarse : keyStep.fine;
    if (way !== 0) moveTo(by.get() + BigInt(Math.round(way * pixels * perPixel())));
    else if (event.key === 'Enter') set();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const set = () => {
    if (by.get() === 0n) return;
    void session.attempt(async () => {
      await session.setClock(capture.id, { shift: by.get() });
      close();
    });
  };
  const typed = text === null ? shift : durationOf(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === null) return;
    by.set(typed);
    set();
  };
  return (
    <section className="shift-strip" aria-label={`Shift of ${name}`}>
      <div className="track-row" style={{ height }}>
        <div className="track-label">
          <b className="ellipsis" title={name}>
            {name}
          </b>
          <span className="track-about">drag it to where it belongs</span>
        </div>
        <div
          ref={handle}
          className="track-area shift-handle"
          role="slider"
          tabIndex={0}
          aria-label={`Shift ${name} by`}
          aria-valuenow={Number(shift) / 1e6}
          aria-valuetext={words(shift)}
          onPointerDown={event => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            start.current = { x: event.clientX, by: by.get() };
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            start.current = null;
          }}
          onPointerCancel={() => {
            start.current = null;
          }}
          onKeyDown={onKeyDown}
        >
          <Rows capture={capture} view={view} by={by} />
        </div>
        <div className="track-value" />
      </div>
      <form className="shift-form" onSubmit={submit}>
        <label>
          shifted by{' '}
          <input
            aria-label="Shifted by"
            value={text ?? words(shift)}
            aria-invalid={typed === null}
            onChange={({ target }) => {
              setText(target.value);
              const next = durationOf(target.value);
              if (next !== null) by.set(next);
            }}
          />
        </label>
        <button type="submit" className="button is-primary" disabled={typed === null || typed === 0n}>
          Set the clock
        </button>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
      </form>
    </section>
  );
}

const words = (ns: bigint): string => `${ns > 0n ? '+' : ''}${formatDuration(Number(ns))}`;

interface RowsProps extends StripProps {
  readonly by: Store<bigint>;
}

/** What the capture has recorded, drawn where it would be. */
function Rows({ capture, view, by }: RowsProps) {
  const track = useTelling(capture);
  const moved = useShifted(view, by);
  const kind = track && kindOf(track.kind);
  return track && kind ? <Drawn track={track} kind={kind} capture={capture} view={moved} /> : null;
}

interface DrawnProps {
  readonly track: Track;
  readonly kind: TrackKind;
  readonly capture: CaptureInfo;
  readonly view: TimelineView;
}

function Drawn({ track, kind, capture, view }: DrawnProps) {
  const { from, to, width } = useSettling(view.scale);
  const params = useMemo(
    () => kind.read(track.params as Readonly<Record<string, unknown>>) ?? {},
    [kind, track],
  );
  const time = useMemo(() => ({ from, to }), [from, to]);
  const only = useMemo(() => ({ captures: [capture.id] }), [capture.id]);
  const { picture, whole } = usePicture(track, kind, params, time, width, only);
  return <TrackCanvas picture={picture} whole={whole} view={view} height={height} unrecorded={none} />;
}

const none: readonly never[] = [];

/** The track that tells most of one capture. */
function useTelling(capture: CaptureInfo): Track | null {
  const hasSeries = Boolean(capture.rows.metric);
  const { table } = useTable(
    hasSeries ? { question: 'series', scope: { captures: [capture.id] } } : null,
    mostSeries,
  );
  return useMemo(() => {
    if (hasSeries && !table) return null;
    const proposed = proposedTracks({
      rows: capture.rows,
      series: table ? seriesRows(table) : [],
      threads: [],
      marks: 0,
      findings: 0,
      formatOf: () => capture.format,
    });
    const told = proposed.filter(({ kind }) => kind !== overviewKind);
    const states = { id: threadStates.id, kind: threadStates.id, params: {} };
    return told[0] ?? proposed[0] ?? (capture.rows.state ? states : null);
  }, [capture, hasSeries, table]);
}

/** The timeline as the capture sees it, whose times are not yet shifted. */
function useShifted(view: TimelineView, by: Store<bigint>): TimelineView {
  const [moved] = useState(() => new TimelineView(before(view.scale.get(), by.get())));
  useEffect(() => {
    const move = () => moved.move(before(view.scale.get(), by.get()));
    move();
    const ends = [view.scale.subscribe(move), by.subscribe(move)];
    return () => {
      for (const end of ends) end();
    };
  }, [moved, view, by]);
  return moved;
}

const before = ({ from, to, width }: TimeScale, by: bigint): TimeScale =>
  new TimeScale(from - by, to - by, width);
