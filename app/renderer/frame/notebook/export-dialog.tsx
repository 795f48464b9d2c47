import './export-dialog.css';

import { type ReactNode, useState } from 'react';
import { type KnownKind, knownKinds } from '../../../../analyzers/findings/redaction-rules.ts';
import type { WrittenReport } from '../../../contract.ts';
import { count } from '../../../wording/numbers.ts';
import { sentence } from '../../state/engine-link.ts';
import type { ExportForm, Exporting } from '../../state/exporting.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Modal } from '../../widgets/modal.tsx';

const forms: readonly { readonly form: ExportForm; readonly label: string; readonly about: string }[] = [
  {
    form: 'html',
    label: 'One page (HTML)',
    about: 'A single file that any browser shows and prints.',
  },
  { form: 'pdf', label: 'PDF', about: 'The same page as a PDF.' },
  { form: 'md', label: 'Markdown', about: 'The pictures are separate files in the same folder.' },
  {
    form: 'aftertrace',
    label: 'Workspace',
    about: 'Only the rows that the findings need, so that others can check them.',
  },
];

/** Exports the findings as a document, with rules for names to replace. */
export function ExportDialog() {
  const session = useSession();
  const { form, kinds, patterns } = useStore(session.exporting);
  const choose = (chosen: Partial<Exporting>) =>
    session.exporting.update(exporting => ({ ...exporting, ...chosen }));
  const [preview, setPreview] = useState<WrittenReport['replaced'] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const close = () => session.dialog.set(null);
  const rules = { kinds, patterns: patternsIn(patterns) };
  const hasRules = kinds.length + rules.patterns.length > 0;
  const canReplace = form !== 'aftertrace';

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(sentence(failure));
    }
    setBusy(false);
  };
  return (
    <Modal label="Export the findings" className="export" onClose={close}>
      <h2>Export the findings</h2>
      <form
        onSubmit={event => {
          event.preventDefault();
          void attempt(async () => {
            if (await session.notebook.export(form, canReplace && hasRules ? rules : null)) close();
          });
        }}
      >
        <FormField form={form} onForm={form => choose({ form })} />
        {canReplace ? (
          <RulesField
            {...{ kinds, patterns }}
            onRules={(kinds, patterns) => {
              setPreview(null);
              choose({ kinds, patterns });
            }}
          >
            <button
              type="button"
              className="button"
              disabled={!hasRules || isBusy}
              onClick={() =>
                void attempt(async () => setPreview(await session.notebook.namesReplaced(rules)))
              }
            >
              Show what is replaced
            </button>
            {preview && <Replaced names={preview} />}
          </RulesField>
        ) : (
          <p className="muted">Names are not replaced in a workspace: its rows are as they were read.</p>
        )}
        {error && (
          <p className="failure" role="alert">
            {error}
          </p>
        )}
        <div className="modal-doors">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button is-primary" disabled={isBusy}>
            {isBusy ? 'Working…' : 'Export…'}
          </button>
        </div>
      </form>
    </Modal>
  );
}

function FormField({ form, onForm }: { form: ExportForm; onForm(form: ExportForm): void }) {
  return (
    <fieldset>
      <legend>As</legend>
      {forms.map(each => (
        <label key={each.form} className="export-form">
          <input type="radio" name="form" checked={form === each.form} onChange={() => onForm(each.form)} />
          <span>
            {each.label}
            <span className="muted">{each.about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface RulesFieldProps {
  readonly kinds: readonly KnownKind[];
  /** The text as typed. */
  readonly patterns: string;
  onRules(kinds: readonly KnownKind[], patterns: string): void;
  readonly children: ReactNode;
}

/** The names to replace. */
function RulesField({ kinds, patterns, onRules, children }: RulesFieldProps) {
  const toggled = (kind: KnownKind) =>
    kinds.includes(kind) ? kinds.filter(each => each !== kind) : [...kinds, kind];
  return (
    <fieldset>
      <legend>Replace by stand-ins, the same everywhere</legend>
      <div className="export-kinds">
        {knownKinds.map(kind => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={() => onRules(toggled(kind), patterns)}
            />
            {kind}
          </label>
        ))}
      </div>
      <label className="export-patterns">
        Names of your own, a line each: <code>customer: acme-*</code>
        <textarea
          rows={3}
          spellCheck={false}
          value={patterns}
          onChange={event => onRules(kinds, event.target.value)}
        />
      </label>
      {children}
    </fieldset>
  );
}

/** `customer: acme-*`; a line without a kind is a name. */
function patternsIn(text: string): { kind: string; pattern: string }[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const [, kind = 'name', pattern = ''] = /^(?:([a-z][a-z-]{0,30}):\s*)?(.*)$/.exec(line) ?? [];
      return { kind, pattern };
    });
}

function Replaced({ names }: { readonly names: WrittenReport['replaced'] }) {
  if (names.length === 0) return <p className="muted">Nothing in the findings matches.</p>;
  return (
    <>
      <p className="muted">{count(names.length, 'name')}. The report holds the stand-ins alone.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul className="export-names" aria-label="What is replaced" tabIndex={0}>
        {names.map(({ name, standIn }) => (
          <li key={name}>
            <code>{name}</code> → <code>{standIn}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
