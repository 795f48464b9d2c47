import { useSession } from '../state/session.ts';
import { Modal } from '../widgets/modal.tsx';
import { type Command, writtenKeys } from './keys.ts';

const gridKeys: readonly (readonly [string, string])[] = [
  ['↑ ↓ PgUp PgDn Home End', 'walk the rows'],
  ['→ ←', 'open and close in a tree; choose the cell in a table'],
  ['*', 'open the heaviest path'],
  ['Enter', 'callers and callees of the row'],
  ['t', 'show the row in the call tree'],
  ['f', 'narrow to the row’s module'],
  ['h', 'hide samples that have the row’s function'],
  ['g', 'show the row’s module as one frame'],
  ['e Shift+E', 'among events: the next error, the one before'],
  ['Ctrl+C', 'copy the row'],
  ['Shift+F10', 'what else can be done with the row'],
  ['Alt+← →', 'on a header: make the column narrower, wider'],
  ['← →', 'on an edge of the selected time: move it (Shift: further)'],
];

export function KeysDialog({ commands }: { commands: readonly Command[] }) {
  const session = useSession();
  const tabs = commands.filter(({ id }) => id.startsWith('view-'));
  const bound = [
    ...commands.flatMap(({ id, keys, title }) =>
      keys && !id.startsWith('view-') ? [[writtenKeys(keys), title] as const] : [],
    ),
    [`1 … ${tabs.length}`, 'Show a view, in the order of the tabs'] as const,
  ];
  return (
    <Modal label="Keys" className="keys" onClose={() => session.dialog.set(null)}>
      <h2>Keys</h2>
      <div className="keys-columns">
        <KeyList title="Anywhere" keys={bound} />
        <KeyList title="In tables and trees" keys={gridKeys} />
      </div>
    </Modal>
  );
}

function KeyList({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label={title}>
      <h3 className="panel-title">{title}</h3>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key + what}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
