import { useEffect, useMemo, useState } from 'react';
import type { RawRecord } from '../../../contract.ts';
import { formatNumber } from '../../../wording/numbers.ts';
import { formatExact } from '../../../wording/time.ts';
import { visible } from '../../../wording/visible.ts';
import { showQuestion, showWho } from '../../meaning/actions.ts';
import { sentence } from '../../state/engine-link.ts';
import { type EventRow, isEvent, lineOf } from '../../state/events.ts';
import type { Cell } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';
import { SmallGrid } from '../../widgets/small-grid.tsx';
import { Verbatim } from '../../widgets/verbatim.tsx';
import { eventEntries, showTemplate } from './event-entries.ts';
import { Level } from './level.tsx';

/** Number of records shown before and after the selected one, together. */
const neighbours = 61;

/** The selected record in full, its fields, and the records before and after it in its file. */
export function RecordPane() {
  const session = useSession();
  const selected = useStore(session.events.selected);
  if (!selected)
    return (
      <section className="record is-empty" aria-label="Record">
        <p className="hint">
          Select an event to see its full record, its fields, and the lines before and after it.
        </p>
      </section>
    );
  return (
    <section className="record" aria-label="Record">
      <RecordDetails event={selected} />
      <Neighbours />
    </section>
  );
}

function RecordDetails({ event }: { event: EventRow }) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const line = lineOf(event);
  const showsRaw = useStore(session.events.showsRaw);
  const { time, capture, level, template, message } = event;
  return (
    <div className="record-whole">
      <p className="record-head">
        {typeof level === 'string' && (
          <span className="record-level">
            <Level level={level} />
          </span>
        )}
        <b>{typeof time === 'bigint' ? formatExact(time, zone) : 'no time'}</b>
        <span className="muted">
          {session.captureName(Number(capture))}
          {line !== null && `, line ${line}`}
        </span>
        <RecordOrigin event={event} />
        {line !== null && (
          <button
            type="button"
            className="button"
            aria-pressed={showsRaw}
            title="Show the record as it is in the file (read from the file again)"
            onClick={() => session.events.showsRaw.set(!showsRaw)}
          >
            Raw
          </button>
        )}
      </p>
      {showsRaw && line !== null ? (
        <RawRecordText capture={Number(capture)} line={line} />
      ) : (
        <ScrollableText label="Message" text={String(message ?? '')} />
      )}
      {typeof template === 'string' && (
        <p className="record-template">
          {template === message ? (
            <span className="muted">This message does not vary.</span>
          ) : (
            <code>{visible(String(template))}</code>
          )}
          <button type="button" className="link" onClick={() => showTemplate(session, template)}>
            Show only this template
          </button>
        </p>
      )}
      {line !== null && <Fields capture={Number(capture)} line={line} kind={event.kind} />}
    </div>
  );
}

function ScrollableText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable by keyboard
    <section className="record-message" tabIndex={0} aria-label={label}>
      <Verbatim text={text} />
    </section>
  );
}

type Reading = RawRecord | null | 'reading' | { readonly failure: string };

/** The lines of the record as they are in the file. */
function RawRecordText({ capture, line }: { capture: number; line: number }) {
  const session = useSession();
  const [found, setFound] = useState<Reading>('reading');
  useEffect(() => {
    let isCurrent = true;
    setFound('reading');
    session.link.api.raw(capture, line).then(
      raw => isCurrent && setFound(raw),
      error => isCurrent && setFound({ failure: sentence(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, capture, line]);
  if (found === 'reading') return <p className="hint">Reading the file …</p>;
  if (found === null)
    return (
      <p className="hint">
        This format records no positions in the file, so the original record cannot be shown.
      </p>
    );
  if ('failure' in found) return <p className="failure">{found.failure}</p>;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(found.bytes);
  return (
    <>
      <ScrollableText label="Raw" text={text} />
      <p className="record-template">
        <span className="muted">
          at byte {formatNumber(found.offset)} of the decompressed file
          {found.isCut ? '; only the first 64 KiB of the record are shown' : ''}
        </span>
        <button type="button" className="link" onClick={() => void session.shell.copy(text)}>
          copy
        </button>
      </p>
    </>
  );
}

/** Process, pid, tid and component of a record, if it has them. The pid links to the question `who`. */
export function RecordOrigin({ event }: { event: EventRow }) {
  const session = useSession();
  const isGiven = (value: Cell | undefined) =>
    typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value));
  return (['process', 'pid', 'tid', 'component'] as const)
    .filter(name => isGiven(event[name]) && !(name === 'tid' && event.tid === event.pid))
    .map(name => (
      <span key={name} className="muted">
        {name}{' '}
        {name === 'pid' ? (
          <button
            type="button"
            className="link record-name"
            title={`Show what each capture records about pid ${event.pid}`}
            onClick={() => showWho(session, Number(event.pid))}
          >
            {String(event.pid)}
          </button>
        ) : (
          <span className="record-name">{visible(String(event[name]))}</span>
        )}
      </span>
    ));
}

/** Names of fields whose numbers are identifiers, not amounts. */
const idField = /(?:^|[_.-])(?:[pt]id|tgid|ppid|uid|gid|id|port|line|cpu|fd|ino|inode|dev|sector)$/i;

interface FieldsProps {
  readonly capture: number;
  readonly line: number;
  /** Kind of the event; absent if the record is not an event. */
  readonly kind?: Cell | undefined;
}

export function Fields({ capture, line, kind }: FieldsProps) {
  const session = useSession();
  const { rows, isFormer } = useRows(
    { question: 'record', params: { line }, scope: { captures: [capture] } },
    1000,
  );
  if (!rows || rows.length === 0) return null;
  return (
    <dl className="record-fields selected-values" data-former={isFormer || undefined} aria-label="Fields">
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record may have a field twice
        <div key={i}>
          <dt>{String(row.field)}</dt>
          <dd title={String(row.text ?? row.number ?? '')}>
            {fieldValue(row)}
            {typeof kind === 'string' && isAmount(row) && (
              <button
                type="button"
                className="link record-histogram"
                title={`Show how the values of ${row.field} in events of kind ${kind} are distributed`}
                onClick={() => showQuestion(session, 'field-histogram', { kind, field: String(row.field) })}
              >
                histogram
              </button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isAmount = ({ field, number, unit }: Record<string, Cell>): boolean =>
  typeof number === 'number' && (unit !== null || !idField.test(String(field)));

function fieldValue({ field, text, number, unit }: Record<string, Cell>): string {
  if (typeof text === 'string') return text;
  if (typeof number !== 'number') return '–';
  if (unit === null && idField.test(String(field))) return String(number);
  return [formatNumber(number), unit].filter(Boolean).join(' ');
}

const columns = [
  { name: 'line', kind: 'integer', refers: 'line', about: 'Line of the file.' },
  { name: 'level', kind: 'text', refers: 'level', about: 'Severity of the line.' },
  { name: 'message', kind: 'text', about: 'The message as it was written.' },
] as const;

const neighbourColumns = { widths: { line: 84, level: 96, message: 200 } };

function Neighbours() {
  const session = useSession();
  const anchor = useStore(session.events.anchor);
  const selected = useStore(session.events.selected);
  const line = anchor && lineOf(anchor);
  const { rows, error } = useRows(
    anchor && line !== null
      ? {
          question: 'events',
          params: { around: line, limit: neighbours, order: 'file' },
          scope: { captures: [Number(anchor.capture)] },
        }
      : null,
    neighbours,
  );
  const active = useMemo(
    () =>
      rows?.findIndex(row => isEvent(column => row[column], selected) || row.line === selected?.line) ?? -1,
    [rows, selected],
  );
  if (line === null)
    return (
      <p className="hint">
        This format records no line numbers, so the lines before and after cannot be shown.
      </p>
    );
  if (error) return <p className="failure">{error}</p>;
  const at = (cell: (column: string) => Cell | undefined) =>
    rows?.find(row => row.line === cell('line') && row.message === cell('message'));
  return (
    <div className="record-neighbours">
      <SmallGrid
        label="Lines before and after"
        table="neighbours"
        columns={columns}
        choice={neighbourColumns}
        rows={rows ?? []}
        active={active}
        isMain={false}
        onActive={(_at, row) => {
          const event = at(row);
          if (!event) return;
          session.events.selected.set(event);
          session.moment.set(typeof event.time === 'bigint' ? event.time : null);
        }}
        onOpen={row => session.events.select(at(row) ?? null)}
        onKey={() => false}
        menu={row => {
          const event = at(row);
          return event ? eventEntries(session, event) : [];
        }}
        isMarked={() => false}
        draw={drawLevel}
        empty="Reading …"
      />
    </div>
  );
}

function drawLevel(row: (column: string) => Cell | undefined, column: string) {
  const level = row('level');
  return column === 'level' && typeof level === 'string' ? <Level level={level} /> : undefined;
}
