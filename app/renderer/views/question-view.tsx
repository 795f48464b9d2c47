import { useMemo } from 'react';
import { shapes } from '../shapes/shapes.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useSubject } from './use-subject.ts';
import type { QuestionPart, QuestionView } from './view.ts';

/** Draws a view that is questions, one under the other. */
export function DrawnView({ view }: { view: QuestionView }) {
  const chosen = useSubject(view.choose?.subject);
  if (view.choose && !chosen)
    return (
      <div className="view-parts" style={{ gridTemplateRows: 'auto minmax(0, 1fr)' }}>
        <p className="hint">{view.choose.hint}</p>
        <DrawnPart part={view.choose.part} />
      </div>
    );
  const rows = view.parts.map(part => ('question' in part ? `minmax(0, ${part.share ?? 1}fr)` : 'auto'));
  return (
    <div className="view-parts" style={{ gridTemplateRows: rows.join(' ') }}>
      {view.parts.map(part =>
        'question' in part ? (
          <DrawnPart key={part.label} part={part} />
        ) : (
          <part.component key={part.component.name} />
        ),
      )}
    </div>
  );
}

const none = {};

function DrawnPart({ part }: { part: QuestionPart }) {
  const { question, title, label, params = none, columns } = part;
  const session = useSession();
  const info = useStore(session.questions, questions => questions.find(({ id }) => id === question));
  const subject = useSubject(part.about, part.first);
  const key = subject && JSON.stringify(subject.params);
  // The same object while it says the same: pictures ask again when it changes.
  const asked = useMemo(() => ({ ...params, ...(key === null ? {} : JSON.parse(key)) }), [params, key]);
  if (!info || (part.about && !subject)) return null;
  const { component: Drawn } = shapes[part.shape ?? info.shape];
  const drawn = (
    <Drawn
      question={question}
      params={asked}
      label={label}
      isMain={part.isMain ?? false}
      empty={part.empty}
      {...(columns && { columns })}
      {...(part.only && { only: part.only })}
    />
  );
  if (title === undefined) return drawn;
  const [before, after] = title.split('{}');
  return (
    <section className="titled-part" aria-label={label}>
      <h2 className="part-title">
        {before}
        {after !== undefined && <code>{subject?.name}</code>}
        {after}
      </h2>
      {drawn}
    </section>
  );
}
