import type { Scope } from '../../../contract.ts';
import { formatDuration, formatInteger, formatRounded } from '../../../wording/numbers.ts';
import { useAnswer } from '../../state/use-answer.ts';
import type { Hits } from './use-hits.ts';

/** Number of hits among all records in scope, and the time taken; progress while they are being counted. */
export function Tally({ hits, scope }: { hits: Hits; scope: Scope }) {
  const { answer: all } = useAnswer({ question: 'events', scope });
  const { answer, soFar, isRunning, isStopped, stop, retry } = hits;
  const searched = `${Math.floor((soFar?.searched ?? 0) * 100)} %`;
  const isSearching = soFar?.state === 'running';
  if (isRunning)
    return (
      <>
        <span className="search-tally" role="status">
          {soFar && `${formatInteger(soFar.rows.count)} so far · `}
          {isSearching ? `${searched} searched` : 'counting all'}
        </span>
        <progress
          className="search-progress"
          aria-label="Searched"
          {...(isSearching && { value: soFar?.searched })}
        />
        <button type="button" className="button" onClick={stop}>
          Cancel<kbd>Esc</kbd>
        </button>
      </>
    );
  if (isStopped)
    return (
      <>
        <span className="search-tally" role="status">
          {soFar ? `${formatInteger(soFar.rows.count)} · stopped at ${searched}` : 'stopped'}
        </span>
        <button type="button" className="button" onClick={retry}>
          Search again
        </button>
      </>
    );
  return (
    <span className="search-tally" role="status">
      {answer && (
        <>
          <b>{formatInteger(answer.rows)}</b> of {all ? formatRounded(all.rows) : '…'} ·{' '}
          {formatDuration(answer.head.elapsed)}
        </>
      )}
    </span>
  );
}
