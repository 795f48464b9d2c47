import { useSession } from '../state/session.ts';
import { Modal } from '../widgets/modal.tsx';
import { boundKeys, type KeyList } from './bound-keys.ts';
import type { Command } from './keys.ts';

export function KeysDialog({ commands }: { commands: readonly Command[] }) {
  const session = useSession();
  return (
    <Modal label="Keys" className="keys" onClose={() => session.dialog.set(null)}>
      <h2>Keys</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must have the focus for keys to scroll it */}
      <section className="keys-scroll" aria-label="All keys" tabIndex={0}>
        <div className="keys-columns">
          {boundKeys(commands).map(list => (
            <KeyTable key={list.title} {...list} />
          ))}
        </div>
      </section>
    </Modal>
  );
}

function KeyTable({ title, keys }: KeyList) {
  return (
    <section aria-label={title}>
      <h3 className="panel-title">{title}</h3>
      <dl>
        {keys.map(([key, action]) => (
          <div key={key + action}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
