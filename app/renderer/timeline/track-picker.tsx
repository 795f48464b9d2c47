import { Command as Cmdk } from 'cmdk';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Refers } from '../../../analyzers/contract.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useFiltered } from '../state/use-filtered.ts';
import { Modal } from '../widgets/modal.tsx';
import { useHeldEnter } from '../widgets/use-held-enter.ts';
import { type Candidate, drawing, offeredTracks, tracksOf } from './kinds/kinds.ts';
import { showTrack } from './show-track.ts';
import { useTracks } from './use-tracks.ts';

/** Maximum number of suggestions of each type. */
const offered = 6;

/** Finds a track by what it shows: its kind, or a process, thread, module, series, template, level or kind of events. */
export function TrackPicker() {
  const session = useSession();
  const [text, setText] = useState('');
  const typed = text.trim();
  const query = useDeferredValue(typed);
  const rows = useStore(session.workspace, workspace => workspace?.rows ?? noCounts);
  const shown = useTracks();
  const { found, isCurrent } = useFound(query);
  const groups = useMemo(() => {
    const matches = ({ title }: Candidate) => title.toLowerCase().includes(typed.toLowerCase());
    const ofThings = found.map(({ title, refers, records }) => ({
      title,
      tracks: records.flatMap(record => {
        const cells = (column: string) => record[column];
        return refers.flatMap(([refers, column]) => {
          const value = record[column];
          return typeof value === 'string' || typeof value === 'number'
            ? tracksOf(refers, value, cells, rows)
            : [];
        });
      }),
    }));
    return [{ title: 'Tracks', tracks: offeredTracks(rows).filter(matches) }, ...ofThings]
      .map(({ title, tracks }) => ({ title, tracks: distinct(tracks) }))
      .filter(({ tracks }) => tracks.length > 0);
  }, [found, rows, typed]);
  const close = () => session.dialog.set(null);
  const choose = (track: Candidate) => {
    close();
    void showTrack(session, track);
  };
  const onKeyDown = useHeldEnter(isCurrent && query === typed, () => {
    const first = groups[0]?.tracks[0];
    if (first) choose(first);
  });
  return (
    <Modal label="Add a track" className="palette" onClose={close}>
      <Cmdk label="Add a track" shouldFilter={false} loop onKeyDown={onKeyDown}>
        <Cmdk.Input
          className="palette-input"
          placeholder="Find a track: a process, thread, module, series, template, …"
          value={text}
          onValueChange={setText}
        />
        <Cmdk.List className="palette-list" label="Tracks that can be added">
          <Cmdk.Empty className="palette-empty">Nothing has this in its name.</Cmdk.Empty>
          {groups.map(({ title, tracks }) => (
            <Cmdk.Group key={title} heading={title} className="palette-group">
              {tracks.map(track => (
                <Cmdk.Item
                  key={keyOf(track)}
                  value={keyOf(track)}
                  className="palette-item"
                  onSelect={() => choose(track)}
                >
                  <span className="ellipsis">{track.title}</span>
                  {drawing(track, shown) && <span className="muted">on the timeline</span>}
                </Cmdk.Item>
              ))}
            </Cmdk.Group>
          ))}
        </Cmdk.List>
      </Cmdk>
    </Modal>
  );
}

const noCounts: Readonly<Record<string, number>> = {};

const keyOf = ({ kind, title }: Candidate) => `${kind.id} ${title}`;

function distinct(tracks: readonly Candidate[]): readonly Candidate[] {
  return [...new Map(tracks.map(track => [keyOf(track), track])).values()];
}

interface Found {
  readonly title: string;
  /** Columns, and what they refer to. */
  readonly refers: readonly (readonly [Refers, string])[];
  readonly records: readonly Record<string, Cell>[];
}

/** Suggestions for a number, such as `718` or `cpu 0`, which no name contains. */
function numbered(query: string): readonly Record<string, Cell>[] {
  const [, cpu, number] = /^(cpu)?\s*(\d{1,9})$/i.exec(query) ?? [];
  return number === undefined ? [] : [{ [cpu ? 'cpu' : 'number']: Number(number) }];
}

function useFound(query: string): { readonly found: readonly Found[]; readonly isCurrent: boolean } {
  const processes = useFiltered('all-processes', query, offered, { table: 'sample', column: 'samples' });
  const hasSamples = useStore(useSession().workspace, workspace => Boolean(workspace?.rows.sample));
  const sampled = useFiltered('threads', query, offered, { column: 'samples' });
  // With samples, `waits` is not asked, because it would read all states.
  const waited = useFiltered('waits', hasSamples ? '' : query, offered, { table: 'state', column: 'time' });
  const modules = useFiltered('modules', query, offered);
  const series = useFiltered('series', query, offered, { table: 'metric', column: 'points' });
  const templates = useFiltered('templates', query, offered, { table: 'event', column: 'count' });
  const kinds = useFiltered('event-kinds', query, offered, { table: 'event', column: 'count' });
  const isCurrent = [processes, sampled, waited, modules, series, templates, kinds].every(
    each => each.isCurrent,
  );
  const threads = hasSamples ? sampled : waited;
  const found = useMemo(
    (): readonly Found[] => [
      { title: 'Processes', refers: [['process', 'process']], records: processes.rows },
      { title: 'Threads', refers: [['thread', 'tid']], records: threads.rows },
      {
        title: 'By number',
        refers: [
          ['thread', 'number'],
          ['pid', 'number'],
          ['cpu', 'cpu'],
        ],
        records: numbered(query),
      },
      { title: 'Modules', refers: [['module', 'module']], records: modules.rows },
      { title: 'Series', refers: [['series', 'counter']], records: series.rows },
      { title: 'Templates', refers: [['template', 'template']], records: templates.rows },
      { title: 'Kinds of events', refers: [['kind', 'kind']], records: kinds.rows },
    ],
    [query, processes.rows, threads.rows, modules.rows, series.rows, templates.rows, kinds.rows],
  );
  return { found, isCurrent };
}
