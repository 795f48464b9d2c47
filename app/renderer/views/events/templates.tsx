import { useCallback, useMemo } from 'react';
import { formatInteger } from '../../../wording/numbers.ts';
import { levelColour } from '../../lib/levels.ts';
import { Table } from '../../shapes/table.tsx';
import { type EventFilter, paramsOf, templateOf } from '../../state/events.ts';
import type { RowCells } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import { SplitRows } from '../../widgets/split-rows.tsx';
import { showTemplate } from './event-entries.ts';
import { EventList } from './event-list.tsx';
import { Level } from './level.tsx';
import { countsByKey, sparkKey } from './spark-path.ts';
import { Sparkline, sparklineRoom } from './sparkline.tsx';
import { useEventTime } from './time.ts';

const steps = 48;
/** Maximum number of templates with a drawn rate; the others are rarer. */
const drawn = 500;

/** px of ten templates and their header. */
const tenTemplates = 282;

/** Templates with their rates over time; below, the events of the selected one. */
export function Templates() {
  const session = useSession();
  const filter = useStore(session.events.filter);
  // The list sets the template, so its question ignores that filter.
  const params = useMemo(() => paramsOf({ ...filter, template: null }), [filter]);
  const time = useEventTime();
  const draw = useTemplateCells(params, time);
  const chosen = useStore(session.events.chosen);
  const rowOf = (row: RowCells) => templateOf({ template: row('template'), level: row('level') });
  const show = (row: RowCells) => {
    const { template, level } = rowOf(row);
    showTemplate(session, template, level);
  };
  const only = useMemo<EventFilter | null>(
    () => chosen && { ...filter, template: chosen.template, levels: [chosen.level] },
    [chosen, filter],
  );
  return (
    <SplitRows
      name="Templates"
      isSplit={only !== null}
      above={
        <Table
          question="templates"
          params={params}
          label="Templates"
          columns={{
            order: ['count', 'level', 'template', 'first', 'last', 'captures', 'example'],
            hidden: ['last', 'example'],
            widths: { count: 184, level: 84, template: 240, first: time.width, last: time.width },
            beside: { count: sparklineRoom },
          }}
          isMain
          draw={draw}
          onRow={row => session.events.chosen.set(rowOf(row))}
          onOpen={show}
          menu={row => [{ label: 'Show its events', run: () => show(row) }]}
          isMarked={row => {
            const { template, level } = rowOf(row);
            return template === chosen?.template && level === chosen.level;
          }}
          empty="No message in scope has a template."
        />
      }
      below={
        <section
          className={only === null ? 'template-events is-empty' : 'template-events'}
          aria-label="Events of the template"
        >
          {only === null ? (
            <p className="hint">Choose a template: its events are listed here.</p>
          ) : (
            <EventList label="Events of the template" only={only} />
          )}
        </section>
      }
      proposed={height => Math.max(0.5 * height, Math.min(tenTemplates, 0.72 * height))}
    />
  );
}

/** Draws the cells of templates, with their rates over time. */
function useTemplateCells(params: ReturnType<typeof paramsOf>, time: ReturnType<typeof useEventTime>) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { table } = useTable(
    {
      question: 'template-rates',
      params: { ...params, buckets: steps, top: drawn, 'by-level': true },
      scope,
    },
    2 * drawn * steps,
  );
  const rates = useMemo(() => countsByKey(table, ['template', 'level']), [table]);
  return useCallback(
    (row: RowCells, column: string) => {
      if (column === 'first' || column === 'last') return time(row(column));
      const level = row('level');
      if (column === 'level' && typeof level === 'string') return <Level level={level} />;
      if (column !== 'count') return undefined;
      const counts = rates.get(sparkKey([row('template'), level]));
      return (
        <>
          {counts?.length === steps && <Sparkline counts={counts} colour={levelColour(String(level))} />}
          <span className="number grow">{formatInteger(Number(row('count')))}</span>
        </>
      );
    },
    [rates, time],
  );
}
