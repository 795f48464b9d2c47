import { baseName } from '../lib/names.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { AnswerView } from './answer-view.tsx';
import { functionEntries, functionKey, functionOf, isSame, narrowToModule, walkTo } from './function-rows.ts';

/** All modules, and who calls into the one that is chosen. */
export function Modules() {
  const session = useSession();
  const chosen = useStore(session.history.places, places => places.present.module);
  const scope = useStore(session.history.places, places => places.present.scope);
  // Until one is chosen, the busiest.
  const { rows } = useRows(chosen ? null : { question: 'modules', scope }, 1);
  const module = chosen ?? (rows?.[0] ? String(rows[0].module) : null);
  const selected = useStore(session.selected);
  return (
    <div className="split">
      <AnswerView
        question="modules"
        label="Modules"
        order={['self_percent', 'self', 'total_percent', 'total', 'module']}
        isMain
        onRow={row => session.history.go({ module: String(row('module')) })}
        onOpen={row => narrowToModule(session, String(row('module')))}
        onKey={(event, row) => {
          if (event.key !== 'f') return false;
          narrowToModule(session, String(row('module')));
          return true;
        }}
        menu={row => [
          {
            label: `Narrow to module ${baseName(String(row('module')))}`,
            keys: 'f',
            run: () => narrowToModule(session, String(row('module'))),
          },
        ]}
        isMarked={row => row('module') === module}
        empty="No samples in this scope: take a part of it away above."
      />
      <section className="split-part" aria-label="Callers of the module">
        <h2 className="part-title">
          {module ? (
            <>
              Who calls into <code>{baseName(module)}</code>
            </>
          ) : (
            'Who calls into a module'
          )}
        </h2>
        {module ? (
          <AnswerView
            question="module-callers"
            params={{ module }}
            label="Callers of the module"
            order={['percent', 'total', 'function', 'module']}
            onRow={row => session.select(functionOf(row))}
            onOpen={row => {
              const subject = functionOf(row);
              if (subject) walkTo(session, subject);
            }}
            onKey={(event, row) => functionKey(session, event, functionOf(row))}
            menu={row => functionEntries(session, functionOf(row))}
            isMarked={row => isSame(functionOf(row), selected)}
            empty="Nothing outside calls into this module: its samples begin in it."
          />
        ) : (
          <p className="hint">Choose a module above to see which functions of others call into it.</p>
        )}
      </section>
    </div>
  );
}
