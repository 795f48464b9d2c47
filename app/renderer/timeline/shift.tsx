import { useEffect, useRef } from 'react';
import type { CaptureInfo } from '../../contract.ts';
import { formatDuration } from '../../wording/numbers.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { ShiftedRows } from './shifted-rows.tsx';
import { type Shift, useShift } from './use-shift.ts';
import type { TimelineView } from './view.ts';

/** px */
const height = 44;
/** The track of the capture being shifted, above the other tracks: the user drags it into place. */
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
  const { name } = capture;
  const handle = useRef<HTMLDivElement>(null);
  useEffect(() => handle.current?.focus(), []);
  const shift = useShift(capture, view);
  return (
    <section className="shift-strip" aria-label={`Shift of ${name}`}>
      <div className="track-row" style={{ height }}>
        <div className="track-label">
          <b className="ellipsis" title={name}>
            {name}
          </b>
          <span className="track-about">drag it into place</span>
        </div>
        <div
          ref={handle}
          className="track-area shift-handle"
          role="slider"
          tabIndex={0}
          aria-label={`Shift ${name} by`}
          aria-valuenow={Number(shift.now) / 1e6}
          aria-valuetext={words(shift.now)}
          {...shift.input}
        >
          <ShiftedRows capture={capture} view={view} shift={shift.by} height={height} />
        </div>
        <div className="track-value" />
      </div>
      <ShiftForm shift={shift} />
    </section>
  );
}

function ShiftForm({ shift: { now, text, typed, type, submit, close } }: { readonly shift: Shift }) {
  return (
    <form
      className="shift-form"
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      <label>
        shifted by{' '}
        <input
          aria-label="Shifted by"
          value={text ?? words(now)}
          aria-invalid={typed === null}
          onChange={({ target }) => type(target.value)}
        />
      </label>
      <button type="submit" className="button is-primary" disabled={typed === null || typed === 0n}>
        Set the clock
      </button>
      <button type="button" className="button" onClick={close}>
        Cancel
      </button>
    </form>
  );
}

const words = (ns: bigint): string => `${ns > 0n ? '+' : ''}${formatDuration(Number(ns))}`;
