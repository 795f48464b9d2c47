import { useEffect, useState } from 'react';
import type { Evidence, StoredAnswer } from '../../../contract.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { formatClock, formatDate, type Zone } from '../../../wording/time.ts';
import { sentence } from '../../state/engine-link.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { shown } from '../../widgets/cells.ts';
import { Modal } from '../../widgets/modal.tsx';

/** The stored answer of evidence; if the current answer differs, both side by side. */
export function EvidenceDialog({ evidence: id }: { readonly evidence: number }) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const [evidence, setEvidence] = useState<Evidence | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    session.notebook.evidence(id).then(
      found => isCurrent && setEvidence(found),
      error => isCurrent && setFailure(sentence(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, id]);
  const title = useStore(
    session.questions,
    all =>
      all.find(question => question.id === evidence?.question)?.title ?? evidence?.question ?? 'Evidence',
  );
  const close = () => session.dialog.set(null);
  return (
    <Modal label="Evidence" className="evidence-dialog" onClose={close}>
      <h2>{title}</h2>
      {failure && <p className="failure">{failure}</p>}
      {evidence && <CheckResult evidence={evidence} />}
      {evidence && (
        <div className={`then-and-now${evidence.now ? ' is-both' : ''}`}>
          <AnswerTable
            title={`Then, ${momentWords(evidence.taken, zone)}`}
            answer={evidence.answer}
            zone={zone}
          />
          {evidence.now && evidence.check && (
            <AnswerTable
              title={`Now, ${momentWords(evidence.check.checked, zone)}`}
              answer={evidence.now}
              zone={zone}
            />
          )}
        </div>
      )}
      <div className="modal-doors">
        <button type="button" className="button" data-first onClick={close}>
          Close
        </button>
      </div>
    </Modal>
  );
}

const momentWords = (at: bigint, zone: Zone) => `${formatDate(at, zone)} ${formatClock(at, zone, 0)} ${zone}`;

/** Result of the last check. */
function CheckResult({ evidence: { check } }: { readonly evidence: Evidence }) {
  if (!check) return <p className="panel-hint">It was not asked again since.</p>;
  const { difference, reasons, result } = check;
  return (
    <div className="evidence-told">
      <p>
        {result === 'same'
          ? 'The current answer is the same.'
          : (difference?.summary ?? 'The question could not be answered again.')}
      </p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {difference && difference.rows.length > 0 && (
        <ul aria-label="Rows that differ">
          {difference.rows.map(({ kind, name, cells }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may have the same name
            <li key={at}>
              <span className="badge">{kind}</span> <code>{name}</code>{' '}
              {cells.map(({ column, before, now }) => `${column} ${before} → ${now}`).join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Maximum number of rows drawn, because the dialog does not virtualise them. */
const maxDrawn = 200;

function AnswerTable({ title, answer, zone }: { title: string; answer: StoredAnswer; zone: Zone }) {
  const session = useSession();
  const columns = answer.columns.flatMap((column, at) =>
    column.kind === 'sparkline' ? [] : [{ ...column, at }],
  );
  const rows = answer.rows.slice(0, maxDrawn);
  return (
    <div>
      <h3 className="panel-title">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must have the focus for keys to scroll it */}
      <section className="evidence-rows" aria-label={`Rows, ${title}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name}>{name.replaceAll('_', ' ')}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
              <tr key={at}>
                {columns.map(column => {
                  const value = row[column.at] ?? null;
                  const isName = column.refers === 'capture' && typeof value === 'number';
                  return (
                    <td key={column.name} className={typeof value === 'string' ? undefined : 'number'}>
                      {isName ? session.captureName(value) : shown(value, column, zone)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="muted">
        {formatInteger(rows.length)} of {formatInteger(answer.total)} rows
      </p>
    </div>
  );
}
