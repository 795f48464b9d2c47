import type { SparklineSpan } from '../../../analyzers/contract.ts';
import { formatClock } from '../../wording/time.ts';
import type { RowCells } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Sparkline } from '../widgets/sparkline.tsx';

/** The symptom that the rows of a table are compared with, above the table and on the same axis as their sparklines. */
export function Symptom({ from, to, symptom }: SparklineSpan) {
  const zone = useStore(useSession().shownZone);
  if (!symptom) return null;
  return (
    <figure className="symptom" aria-label={`${symptom.name} over time`}>
      <b title={symptom.name}>{symptom.name}</b>
      <Sparkline text={symptom.sparkline} />
      <figcaption className="symptom-span">
        <span>{formatClock(from, zone, 0)}</span>
        <span>{formatClock(to, zone, 0)}</span>
      </figcaption>
    </figure>
  );
}

/** A cell with a sparkline, overlaid with the symptom, or with a mark at the time of the row. */
export function SparklineCell({ span, row, column }: { span: SparklineSpan; row: RowCells; column: string }) {
  const time = row('time');
  const mark = typeof time === 'bigint' ? Number(time - span.from) / Number(span.to - span.from) : undefined;
  return <Sparkline text={String(row(column) ?? '')} symptom={span.symptom?.sparkline} mark={mark} />;
}
