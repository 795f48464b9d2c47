import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { AnswerView } from './answer-view.tsx';
import { functionEntries, functionKey, functionOf, functionOrder, isSame, walkTo } from './function-rows.ts';

export function Functions() {
  const session = useSession();
  const selected = useStore(session.selected);
  return (
    <AnswerView
      question="functions"
      label="Functions"
      order={functionOrder}
      isMain
      onRow={row => session.select(functionOf(row))}
      onOpen={row => {
        const subject = functionOf(row);
        if (subject) walkTo(session, subject);
      }}
      onKey={(event, row) => functionKey(session, event, functionOf(row))}
      menu={row => functionEntries(session, functionOf(row))}
      isMarked={row => isSame(functionOf(row), selected)}
      empty="No samples in this scope: take a part of it away above."
    />
  );
}
