import { useMemo } from 'react';
import { lineColumns, lineGroups } from '../../../pictures/lines.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import type { Picture, PictureProps } from '../picture.ts';
import { Table } from '../table.tsx';
import { LineGroupChart } from './line-chart.tsx';
import { extent } from './line-values.ts';
import { timeRoles, trackRoles } from './roles.ts';

/** Further points are only in the table: a chart has a few thousand pixels. */
const drawnRows = 100_000;

/** Values over time: a chart for each track, and the table of the same rows under them. */
function Lines(props: PictureProps) {
  const { question, params } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { table, answer, error } = useTable({ question, params, scope }, drawnRows);
  const cast = useMemo(() => answer && lineColumns(answer.head.columns), [answer]);
  const groups = useMemo(
    () => (cast && table ? lineGroups(table, cast, session.captureName) : []),
    [table, cast, session],
  );
  const refers = cast?.names.length === 1 ? cast.names[0]!.refers : undefined;
  const span = useMemo(() => extent(groups), [groups]);
  // The table below shows the reason.
  if (error || !answer) return <Table {...props} />;
  const timeless = groups.reduce((sum, group) => sum + group.timeless, 0);
  const undrawn = Math.max(0, answer.rows - drawnRows);
  return (
    <div className="lines">
      <section className="lines-charts" aria-label={`Charts of ${props.label}`}>
        {span &&
          groups.map(group => (
            <LineGroupChart key={group.id} label={props.label} group={group} span={span} refers={refers} />
          ))}
        {timeless + undrawn > 0 && (
          <p className="hint">
            {timeless > 0 && `${formatInteger(timeless)} rows have no time and are only in the table. `}
            {undrawn > 0 && `The chart shows the first ${formatInteger(drawnRows)} rows.`}
          </p>
        )}
      </section>
      <Table {...props} />
    </div>
  );
}

export const series: Picture = { roles: timeRoles, component: Lines };
export const tracks: Picture = { roles: trackRoles, component: Lines };
