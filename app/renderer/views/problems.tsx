import { useSession } from '../state/session.ts';
import { AnswerView } from './answer-view.tsx';
import { rowEntries } from './function-rows.ts';

export function Problems() {
  const session = useSession();
  return (
    <AnswerView
      question="problems"
      params={{ examples: true }}
      label="Problems"
      order={['severity', 'message', 'count', 'capture', 'line', 'offset', 'code', 'example']}
      isMain
      menu={row => rowEntries(session, row)}
      empty="Nothing to report: every line was understood."
    />
  );
}
