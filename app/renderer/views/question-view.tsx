import { useMemo, useState } from 'react';
import { formatInteger } from '../../wording/numbers.ts';
import { shapes } from '../shapes/shapes.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useTable } from '../state/use-answer.ts';
import type { Values } from '../state/values.ts';
import type { ColumnChoice } from '../widgets/columns.ts';
import { maxPartRows } from '../widgets/part-grid.tsx';
import { Parts } from '../widgets/parts.tsx';
import { SplitRows } from '../widgets/split-rows.tsx';
import { useSize } from '../widgets/use-size.ts';
import { useChosen } from './use-chosen.ts';
import { isQuestion, type Part, type QuestionPart, type QuestionView } from './view.ts';

/** Draws a view that consists of questions. */
export function DrawnView({ view }: { view: QuestionView }) {
  const chosen = useChosen(view.whenNothingSelected?.selectable);
  if (view.whenNothingSelected && !chosen)
    return (
      <div className="view-parts" style={{ gridTemplateRows: 'auto minmax(0, 1fr)' }}>
        <p className="hint">{view.whenNothingSelected.hint}</p>
        <DrawnPart part={view.whenNothingSelected.part} />
      </div>
    );
  return view.parts.filter(isQuestion).length > 1 ? (
    <DividedView view={view} />
  ) : (
    <PartRows parts={view.parts} />
  );
}

/** Its questions below each other if there is space, else beside each other, or one at a time. */
function DividedView({ view }: { view: QuestionView }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const { height } = useSize(frame);
  const minHeight = view.sideBySide ? titledRows : fewTitledRows;
  const [main = 0, ...others] = view.parts.map(part => (isQuestion(part) ? minHeight : ownHeight));
  const enough = others.reduce((sum, each) => sum + each, Math.max(main, tenRows));
  const isLow = height > 0 && height < enough;
  return (
    <div ref={setFrame} className="divided-view">
      {!isLow ? (
        <StackedParts view={view} />
      ) : view.sideBySide ? (
        <BesideParts view={view} columns={view.sideBySide} />
      ) : (
        <TurnedParts view={view} />
      )}
    </div>
  );
}

/** One question at a time, as the user chooses. */
function TurnedParts({ view: { title, parts } }: { view: QuestionView }) {
  const questions = parts.filter(isQuestion);
  const [turned, setTurned] = useState(questions[0]!.label);
  const { title: _title, ...shown } = questions.find(({ label }) => label === turned)!;
  return (
    <div className="parts-view">
      <div className="parts-bar">
        <Parts
          label={`${title} as`}
          parts={questions.map(({ label }) => ({ id: label, title: label }))}
          current={turned}
          onChange={setTurned}
        />
      </div>
      <DrawnPart key={turned} part={{ ...shown, isMain: true }} />
    </div>
  );
}

/** Parts without a question on top, the questions beside each other below. */
function BesideParts({ view: { parts }, columns }: { view: QuestionView; columns: ColumnChoice }) {
  const questions = parts.filter(isQuestion);
  return (
    <div className="beside-parts">
      <PartRows parts={parts.filter(part => !isQuestion(part))} />
      <div
        className="beside-questions"
        style={{ gridTemplateColumns: `repeat(${questions.length}, minmax(0, 1fr))` }}
      >
        {questions.map(part => (
          <DrawnPart key={part.label} part={{ title: part.label, ...part, columns }} />
        ))}
      </div>
    </div>
  );
}

function StackedParts({ view }: { view: QuestionView }) {
  const [first, ...others] = view.parts;
  if (first && isQuestion(first) && others.some(isQuestion))
    return (
      <SplitRows
        name={first.label}
        above={<PartRows parts={[first]} />}
        below={<PartRows parts={others} />}
        proposed={height => heightOf(first, others, height)}
      />
    );
  return <PartRows parts={view.parts} />;
}

/** px of ten rows and their header, which the main part of a view has before another gets its share. */
const tenRows = 282;
/** px of the same with a title. */
const titledRows = tenRows + 32;
/** px of four rows with their header and title, the minimum for a part. */
const fewTitledRows = 162;
/** Approximate height of a part without a question, px. */
const ownHeight = 46;

function heightOf(first: QuestionPart, others: readonly Part[], height: number): number {
  const remaining = height - ownHeight * others.filter(part => !isQuestion(part)).length;
  const shares = others.reduce((sum, part) => sum + (isQuestion(part) ? (part.share ?? 1) : 0), 0);
  const share = (remaining * (first.share ?? 1)) / (shares + (first.share ?? 1));
  return first.isMain ? Math.max(share, Math.min(tenRows, remaining * 0.72)) : share;
}

function PartRows({ parts }: { parts: readonly Part[] }) {
  const rows = parts.map(part => (isQuestion(part) ? `minmax(0, ${part.share ?? 1}fr)` : 'auto'));
  return (
    <div className="view-parts" style={{ gridTemplateRows: rows.join(' ') }}>
      {parts.map(part =>
        isQuestion(part) ? (
          <DrawnPart key={part.label} part={part} />
        ) : (
          <part.component key={part.component.name} />
        ),
      )}
    </div>
  );
}

const noParams = {};

function DrawnPart({ part }: { part: QuestionPart }) {
  const { question, title, label, params = noParams, columns } = part;
  const session = useSession();
  const info = useStore(session.questions, questions => questions.find(({ id }) => id === question));
  const chosen = useChosen(part.about, part.first);
  const key = chosen && JSON.stringify(chosen.params);
  // A stable object, because pictures ask again when it changes.
  const allParams = useMemo(() => ({ ...params, ...(key === null ? {} : JSON.parse(key)) }), [params, key]);
  const count = usePartCount(part, part.about && !chosen ? null : allParams);
  if (!info || (part.about && !chosen)) return null;
  const { component: Drawn } = shapes[part.shape ?? info.shape];
  const drawn = (
    <Drawn
      question={question}
      params={allParams}
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
        {after !== undefined && <code>{chosen?.name}</code>}
        {after} {count !== null && <span className="muted">{formatInteger(count)}</span>}
      </h2>
      {drawn}
    </section>
  );
}

/** Number of rows of the answer that a part shows; null if it shows all, or while they are those of a former question. */
function usePartCount({ question, only }: QuestionPart, params: Values | null): number | null {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { table, isFormer } = useTable(only && params ? { question, params, scope } : null, maxPartRows);
  if (!table || !only || isFormer) return null;
  const { index, values } = table.texts(only.column);
  return index.reduce((sum, at) => sum + Number(values[at] === only.is), 0);
}
