import type { ReactNode } from 'react';
import type { Shape } from '../../analyzers/contract.ts';
import { shapes } from '../renderer/shapes/shapes.ts';
import { useSession } from '../renderer/state/session.ts';
import { useStore } from '../renderer/state/store.ts';
import { exhibits } from './shapes.ts';
import { failing, noRows, unanswered } from './states.ts';
import { widgets } from './widgets.tsx';

export function Gallery() {
  const session = useSession();
  const questions = useStore(session.questions);
  if (questions.length === 0) return null;
  const { component: Table } = shapes.table;
  const table = { params: {}, isMain: false, empty: 'Nothing was taken out.' };
  return (
    <main className="gallery">
      <header>
        <h1>Gallery</h1>
        {(['light', 'dark', 'system'] as const).map(theme => (
          <button key={theme} type="button" className="button" onClick={() => session.choose('theme', theme)}>
            {theme}
          </button>
        ))}
      </header>
      <h2>Shapes</h2>
      {(Object.keys(shapes) as Shape[]).map(shape => {
        const { component: Picture } = shapes[shape];
        const { question, params = {} } = exhibits[shape];
        return (
          <Exhibit key={shape} name={shape} about={question}>
            <Picture question={question} params={params} label={shape} isMain={false} empty="No rows." />
          </Exhibit>
        );
      })}
      <h2>Questions without an answer</h2>
      <Exhibit name="no rows" isSmall>
        <Table {...table} question={noRows.question} label="no rows" />
      </Exhibit>
      <Exhibit name="failed" isSmall>
        <Table {...table} question={failing.question} label="failed" />
      </Exhibit>
      <Exhibit name="not answered yet" isSmall>
        <Table {...table} question={unanswered} label="not answered yet" />
      </Exhibit>
      <h2>Widgets</h2>
      {Object.entries(widgets).map(([name, Widget]) => (
        <Exhibit key={name} name={name} isSmall>
          <Widget />
        </Exhibit>
      ))}
    </main>
  );
}

interface ExhibitProps {
  readonly name: string;
  readonly about?: string;
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

function Exhibit({ name, about, isSmall = false, children }: ExhibitProps) {
  return (
    <section className="exhibit" aria-label={`Exhibit ${name}`} data-small={isSmall || undefined}>
      <h3>
        {name} <span className="muted">{about}</span>
      </h3>
      <div className="exhibit-case">{children}</div>
    </section>
  );
}
