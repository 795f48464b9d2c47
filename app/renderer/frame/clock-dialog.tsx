import { type FormEvent, useState } from 'react';
import type { CaptureInfo, ClockChange } from '../../contract.ts';
import { formatMargin } from '../../wording/numbers.ts';
import { formatExact } from '../../wording/time.ts';
import { type ClockForm, clockChange } from '../lib/clock-change.ts';
import { setByHand } from '../lib/clock-words.ts';
import { showQuestion } from '../meaning/actions.ts';
import { sentence } from '../state/engine-link.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Modal } from '../widgets/modal.tsx';
import { ClockFits } from './clock-fits.tsx';

const changes = [
  { by: 'zone', label: 'Its wall clock was in the zone', hint: 'Europe/Berlin or +02:00' },
  { by: 'year', label: 'Its first row is of the year', hint: '2024' },
  { by: 'shift', label: 'Shift all its times by', hint: '-1.5 s' },
  { by: 'drift', label: 'Its clock ran slow by (fast: negative)', hint: '12.5 ppm' },
  { by: 'start', label: 'Its first row was at (UTC)', hint: '2024-05-01 04:22:04.5' },
] as const;

/** A dialog that overrides the guesses about a capture's clock. */
export function ClockDialog({ capture }: { capture: CaptureInfo }) {
  const session = useSession();
  const { clock } = capture;
  const [by, setBy] = useState<ClockForm['by']>(
    clock.lacksYear ? 'year' : clock.domain === 'local' ? 'zone' : clock.aligned ? 'shift' : 'start',
  );
  const [text, setText] = useState('');
  const [interval, setInterval] = useState('');
  // Rows without a time are placed by number, at multiples of the interval from the start.
  const isNumbered = clock.numbered;
  const [error, setError] = useState<string | null>(null);
  const form = { by, [by]: text.trim(), interval: interval.trim() } as unknown as ClockForm;
  const way = changes.find(way => way.by === by)!;
  const close = () => session.dialog.set(null);

  const set = async (change: ClockChange) => {
    try {
      await session.setClock(capture.id, change);
      close();
    } catch (failure) {
      setError(sentence(failure));
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const change = clockChange(form);
    if (typeof change === 'string') {
      setError(change);
      return;
    }
    await set(change);
  };

  return (
    <Modal label={`Clock of ${capture.name}`} className="clock" onClose={close}>
      <h2>Clock of {capture.name}</h2>
      <ClockFacts capture={capture} onSet={set} />
      <ClockFits
        capture={capture}
        onFit={by => void set({ fit: { by } })}
        onResiduals={by => {
          close();
          showQuestion(session, 'clock-residuals', { capture: String(capture.id), by: String(by) });
        }}
      />
      <form onSubmit={event => void submit(event)}>
        <Ways by={by} hasYear={!clock.lacksYear} onBy={setBy} />
        <input
          aria-label={way.label}
          placeholder={way.hint}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Preview capture={capture} change={clockChange(form)} />
        {by === 'start' && isNumbered && (
          <label className="clock-interval">
            with so much time between its rows
            <input value={interval} placeholder="5 s" onChange={event => setInterval(event.target.value)} />
          </label>
        )}
        {error && (
          <p className="failure" role="alert">
            {error}
          </p>
        )}
        <div className="modal-doors">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button is-primary">
            Set the clock
          </button>
        </div>
      </form>
    </Modal>
  );
}

interface WaysProps {
  readonly by: ClockForm['by'];
  /** True if the times of the capture state a year, so that it cannot be set. */
  readonly hasYear: boolean;
  onBy(by: ClockForm['by']): void;
}

/** The choice of what to change. */
function Ways({ by, hasYear, onBy }: WaysProps) {
  return (
    <fieldset>
      <legend>What is known better</legend>
      {changes
        .filter(way => way.by !== 'year' || !hasYear)
        .map(way => (
          <label key={way.by}>
            <input type="radio" name="by" checked={by === way.by} onChange={() => onBy(way.by)} />
            {way.label}
          </label>
        ))}
    </fieldset>
  );
}

interface ClockFactsProps {
  readonly capture: CaptureInfo;
  onSet(change: ClockChange): Promise<void>;
}

/** Facts about the clock, changes made to it, and how to undo them. */
function ClockFacts({ capture: { clock, start }, onSet }: ClockFactsProps) {
  const zone = useStore(useSession().zone);
  return (
    <>
      <dl className="facts">
        <dt>comes from</dt>
        <dd>
          {clock.source}
          {clock.guess ? ' (a guess)' : ''}
        </dd>
        <dt>may be off by</dt>
        <dd>{clock.error === null ? 'unknown' : formatMargin(clock.error)}</dd>
        <dt>first row</dt>
        <dd>{start !== null ? formatExact(start, zone) : 'not aligned to UTC'}</dd>
      </dl>
      {clock.setByHand.length > 0 && (
        <p className="clock-shifted">
          By hand: {setByHand(clock).join(', ')}.
          {clock.shifted !== 0n && (
            <button type="button" className="link" onClick={() => void onSet({ shift: -clock.shifted })}>
              Undo the shift
            </button>
          )}
          {clock.isChanged && (
            <button type="button" className="link" onClick={() => void onSet({ asRead: true })}>
              Back to as read
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** The times that the first and last row would get. */
function Preview({ capture, change }: { capture: CaptureInfo; change: ClockChange | string }) {
  const zone = useStore(useSession().zone);
  const { start, end, duration, clock } = capture;
  if (typeof change === 'string' || start === null || end === null || duration === null) return null;
  const moved =
    'shift' in change
      ? [start + change.shift, end + change.shift]
      : 'drift' in change
        ? [start, end + BigInt(Math.round((duration / 1e9) * (change.drift - clock.drift)))]
        : 'start' in change
          ? [change.start, change.start + BigInt(Math.round(duration))]
          : null;
  if (!moved) return null;
  return (
    <p className="clock-preview" aria-live="polite">
      Its rows then: {formatExact(moved[0]!, zone)} to {formatExact(moved[1]!, zone)}
    </p>
  );
}
