import { useState } from 'react';
import type { CaptureInfo } from '../../contract.ts';
import { formatDuration, formatMargin } from '../../wording/numbers.ts';
import { useRows } from '../state/use-answer.ts';

interface ClockFitsProps {
  readonly capture: CaptureInfo;
  onFit(by: number): void;
  onResiduals(by: number): void;
}

/** Fits of the clock to other captures that recorded the same moments. Computed on request, because it takes seconds. */
export function ClockFits({ capture, onFit, onResiduals }: ClockFitsProps) {
  const [isAsked, setAsked] = useState(false);
  const { rows, isAsking, error } = useRows(
    isAsked ? { question: 'clock-fits', scope: { captures: [capture.id] } } : null,
    20,
  );
  if (!isAsked)
    return (
      <p>
        <button type="button" className="button" onClick={() => setAsked(true)}>
          Fit to other captures
        </button>
      </p>
    );
  if (error) return <p className="failure">{error}</p>;
  if (isAsking || rows === null) return <p role="status">Comparing with other captures …</p>;
  if (rows.length === 0)
    return <p role="status">No other capture recorded enough of the same moments for a fit.</p>;
  return (
    <ul className="clock-fits" aria-label="Fits">
      {rows.map(row => (
        <li key={String(row.by)}>
          <span>
            <b>{String(row.by_name)}</b>: {fitWords(row)}
          </span>
          {row.evidence === 'moments' && (
            <button type="button" className="link" onClick={() => onResiduals(Number(row.by))}>
              Residuals
            </button>
          )}
          {row.verdict !== 'agrees' && (
            <button type="button" className="button" onClick={() => onFit(Number(row.by))}>
              Apply the fit
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** `+90 s, +12.5 ppm, ±2 ms; 692 of 742 moments agree`, `+90 s, ±250 ms; by counts of 90 intervals` */
function fitWords(row: Readonly<Record<string, unknown>>): string {
  const [shift, drift] = [Number(row.shift), row.drift_ppm];
  const where =
    row.verdict === 'agrees'
      ? 'agrees with it'
      : row.verdict === 'not aligned'
        ? 'aligns it'
        : `${shift < 0 ? '−' : '+'}${formatDuration(Math.abs(shift))}`;
  const rate =
    typeof drift === 'number' && Math.abs(drift) > 3 * Number(row.drift_error_ppm)
      ? `, ${drift < 0 ? '−' : '+'}${Math.abs(drift).toFixed(3)} ppm`
      : '';
  const support =
    row.evidence === 'moments'
      ? `${row.seen} of ${row.of} moments agree`
      : `by counts of ${row.of} intervals`;
  return `${where}${rate}, ${formatMargin(Number(row.error_ns))}; ${support}`;
}
