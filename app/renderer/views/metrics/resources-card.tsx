import { formatNumber, formatPercent } from '../../../wording/numbers.ts';
import type { Cell } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';
import { Card, Door, shownRows } from '../card.tsx';
import { Verdict } from './verdict.tsx';

/** Resources that were not measured come last. */
const maxRows = 500;
const unmeasured = 'not measured';

/** Resources by saturation, the worst first. */
export function ResourcesCard() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows, error } = useRows({ question: 'saturation', scope }, maxRows);
  const all = rows?.filter(({ verdict }) => verdict !== unmeasured) ?? [];
  const measured = all.slice(0, shownRows);
  const others = rows?.filter(({ verdict }) => verdict === unmeasured) ?? [];
  const hosts = new Set(rows?.map(({ host }) => host));
  const open = () => {
    session.metrics.part.set('saturation');
    session.history.go({ view: 'metrics' });
  };
  return (
    <Card title="Resources" unit="utilisation %" more={open}>
      {error && <p className="card-note">{error}</p>}
      {rows && measured.length === 0 && (
        <p className="card-note">
          No counter here says how busy a CPU, memory, a disk or a network was. What was measured is under
          Metrics.
        </p>
      )}
      {measured.map(row => (
        <Door
          key={`${row.host} ${row.resource} ${row.instance}`}
          hint={String(row.evidence ?? '')}
          onOpen={open}
        >
          <Verdict verdict={String(row.verdict)} />
          <span className="ranked-name">
            {[row.resource, row.instance, hosts.size > 1 && row.host].filter(Boolean).join(' ')}
          </span>
          <span className="ranked-aside muted">{saturation(row)}</span>
          <span className="number">
            {typeof row.utilisation === 'number' && !Number.isNaN(row.utilisation)
              ? formatPercent(row.utilisation)
              : ''}
          </span>
        </Door>
      ))}
      {measured.length > 0 && others.length > 0 && (
        <p className="card-note">Not measured: {missing(resourcesOf(all), resourcesOf(others))}</p>
      )}
    </Card>
  );
}

const resourcesOf = (rows: readonly Record<string, Cell>[]): ReadonlySet<string> =>
  new Set(rows.map(({ resource }) => String(resource)));

/** `memory, network; on some machines: cpu` */
function missing(measured: ReadonlySet<string>, others: ReadonlySet<string>): string {
  const nowhere = [...others].filter(each => !measured.has(each));
  const partly = [...others].filter(each => measured.has(each));
  return [nowhere.join(', '), partly.length > 0 ? `on some machines: ${partly.join(', ')}` : '']
    .filter(Boolean)
    .join('; ');
}

/** `2.69 runnable threads per CPU` */
function saturation({ saturation: amount, measure }: Record<string, Cell>): string {
  return typeof amount === 'number' && amount > 0 ? `${formatNumber(amount)} ${measure ?? ''}` : '';
}
