import type { CaptureInfo } from '../../contract.ts';
import { count, formatDuration, formatInteger } from '../../wording/numbers.ts';
import { formatClock, formatDate } from '../../wording/time.ts';
import { visible } from '../../wording/visible.ts';
import { hasTimes } from '../lib/clock-words.ts';
import { narrowedTo } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { AlsoCapturedCard } from './also-captured-card.tsx';
import { Card, Door, shownRows } from './card.tsx';
import { EventKindsCard } from './events/event-kinds-card.tsx';
import { LoggedCard, MessagesCard } from './events/logged-card.tsx';
import { ResourcesCard } from './metrics/resources-card.tsx';
import { Sampled } from './sampled.tsx';
import type { View } from './view.ts';

/** The overview: captures, busiest things, problems. Every row links to more. */
export function Overview({ views }: { readonly views: readonly View[] }) {
  const session = useSession();
  const workspace = useStore(session.workspace);
  if (!workspace) return null;
  const { sample, metric, event } = workspace.rows;
  return (
    <div className="overview">
      {Boolean(sample) && <Sampled />}
      <div className="cards is-pairs">
        {Boolean(metric) && <ResourcesCard />}
        {Boolean(event) && <LoggedCard />}
        {Boolean(event) && <EventKindsCard />}
        {Boolean(event) && !sample && <MessagesCard />}
        <AlsoCapturedCard views={views} />
        {Boolean(sample) && <KindsCard />}
        <ProblemsCard />
      </div>
      <Card title="Captures">
        {workspace.captures.map(capture => (
          <CaptureLine key={capture.id} capture={capture} />
        ))}
      </Card>
    </div>
  );
}

function KindsCard() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const kinds = useRows({ question: 'kinds', scope }, shownRows);
  return (
    <Card title="Kinds of samples" unit="samples">
      {kinds.rows?.map(({ kind, samples }) => (
        <Door
          key={String(kind)}
          hint="Narrow to this kind"
          onOpen={() => session.narrow({ ...scope, kind: String(kind) })}
        >
          <code className="grow">{visible(String(kind))}</code>
          <span className="number">{formatInteger(Number(samples))}</span>
        </Door>
      ))}
    </Card>
  );
}

function ProblemsCard() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows } = useRows({ question: 'problems', scope }, 200);
  const open = () => session.history.go({ view: 'problems' });
  const problems = rows?.filter(row => Number(row.count) > 0).slice(0, shownRows);
  return (
    <Card title="Not understood" unit="times" more={open}>
      {rows?.length === 0 && <p className="card-note">Nothing: every line was understood.</p>}
      {problems?.map(({ capture, code, severity, message, count: times }) => (
        <Door key={`${capture} ${code}`} hint={String(message)} onOpen={open}>
          <span className={`severity ${severity}`}>{String(severity)}</span>
          <span className="grow">{visible(String(message))}</span>
          <span className="number">{formatInteger(Number(times))}</span>
        </Door>
      ))}
    </Card>
  );
}

function CaptureLine({ capture }: { capture: CaptureInfo }) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const { name, formatTitle, host, os, cpus, command, start, duration } = capture;
  const unaligned = hasTimes(capture) ? 'own clock' : 'no times';
  const when = start === null ? unaligned : `${formatDate(start, zone)} ${formatClock(start, zone, 0)}`;
  const facts = [host, os, cpus ? count(cpus, 'CPU') : null].filter(Boolean).join(' · ');
  return (
    <Door
      hint={command ?? `Narrow to ${name}`}
      onOpen={() => session.narrow(narrowedTo(session.history.present.scope, 'captures', capture.id))}
    >
      <span className="capture-line-name ellipsis">{visible(name)}</span>
      <span className="capture-line-format muted ellipsis">{formatTitle}</span>
      <span className="grow muted">{facts}</span>
      <span className="number">{when}</span>
      <span className="number muted capture-line-length">
        {duration === null ? '' : formatDuration(duration)}
      </span>
    </Door>
  );
}
