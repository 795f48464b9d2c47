import { narrowedTo } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { AnswerView } from './answer-view.tsx';

export function Problems() {
  const session = useSession();
  return (
    <AnswerView
      question="problems"
      params={{ examples: true }}
      label="Problems"
      order={['severity', 'message', 'count', 'capture', 'line', 'offset', 'code', 'example']}
      isMain
      menu={row => {
        const capture = row('capture');
        if (typeof capture !== 'number') return [];
        return [
          {
            label: `Narrow to ${session.captureName(capture)}`,
            run: () => session.narrow(narrowedTo(session.history.present.scope, 'captures', capture)),
          },
        ];
      }}
      empty="Nothing to report: every line was understood."
    />
  );
}
