import { useId, useState } from 'react';
import type { Param } from '../../../analyzers/contract.ts';
import type { QuestionInfo } from '../../contract.ts';
import { words } from '../../wording/names.ts';
import { shapes } from '../shapes/shapes.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import type { ColumnChoice } from '../widgets/columns.ts';
import { OfferedValues } from './offered.tsx';

interface QuestionProps {
  readonly question: QuestionInfo;
  readonly columns?: ColumnChoice;
}

/** Any question, drawn by its shape, with a form of its parameters, so that a new question needs no view. */
export function Question({ question, columns }: QuestionProps) {
  const session = useSession();
  const form = session.formOf(question.id);
  const values = useStore(form);
  const entries = Object.entries(question.params).filter(([, param]) => !('byPicture' in param));
  const { component: Drawn } = shapes[question.shape];
  const remedies = useStore(session.notes).flatMap(({ remedy }) =>
    remedy && remedy.option in question.params ? [`“${labelOf(remedy.option)}” ${remedy.does}.`] : [],
  );
  const missing = entries.filter(([name, param]) => isRequired(param) && !values[name]);
  return (
    <div className="question">
      <form className="question-form" onSubmit={event => event.preventDefault()}>
        <p>{question.question}</p>
        {entries.map(([name, param]) => (
          <Field
            key={name}
            name={name}
            param={param}
            value={values[name]}
            onChange={value =>
              form.update(({ [name]: _before, ...rest }) =>
                value === '' ? rest : { ...rest, [name]: value },
              )
            }
          />
        ))}
        {remedies.length > 0 && <p className="muted">{remedies.join(' ')}</p>}
      </form>
      {missing.length > 0 ? (
        <div className="hint">
          <p>To ask this, fill in</p>
          <dl className="missing">
            {missing.map(([name, param]) => (
              <div key={name}>
                <dt>{labelOf(name)}</dt>
                <dd>
                  {param.about}
                  {'example' in param && param.example && (
                    <>
                      {' '}
                      For example <code>{param.example}</code>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ) : (
        <Drawn
          question={question.id}
          params={values}
          label={question.title}
          isMain
          {...(columns && { columns })}
          empty="The answer has no rows in scope."
        />
      )}
    </div>
  );
}

function isRequired(param: Param): boolean {
  return param.type === 'text' && param.required === true;
}

const labelOf = (name: string): string => words(name.replaceAll('-', ' '));

interface FieldProps {
  readonly name: string;
  readonly param: Param;
  readonly value: string | number | boolean | undefined;
  onChange(value: string | number | boolean): void;
}

function Field({ name, param, value, onChange }: FieldProps) {
  const label = labelOf(name);
  switch (param.type) {
    case 'flag':
      return (
        <label title={param.about}>
          <input
            type="checkbox"
            checked={value === true}
            onChange={event => onChange(event.target.checked)}
          />
          {label}
        </label>
      );
    case 'choice':
      return (
        <label title={param.about}>
          {label}
          <select value={String(value ?? param.default)} onChange={event => onChange(event.target.value)}>
            {param.choices.map(choice => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
      );
    case 'number':
      return (
        <label title={param.about}>
          {label}
          <input
            type="number"
            min={param.min}
            max={param.max}
            placeholder={String(param.default)}
            value={value === undefined ? '' : String(value)}
            onChange={event => onChange(event.target.value === '' ? '' : event.target.valueAsNumber)}
          />
        </label>
      );
    case 'text':
      return <TextField {...{ label, param, onChange }} value={String(value ?? '')} />;
  }
}

interface TextFieldProps {
  readonly label: string;
  readonly param: Extract<Param, { type: 'text' }>;
  readonly value: string;
  onChange(value: string): void;
}

/** A field whose values, if the parameter offers any, are asked for when it first has the focus. */
function TextField({ label, param, value, onChange }: TextFieldProps) {
  const id = useId();
  const [isUsed, setUsed] = useState(false);
  const offers = param.required ? undefined : param.offers;
  return (
    <label title={param.about}>
      {label}
      <input
        value={value}
        placeholder={param.required ? param.example : param.otherwise}
        list={offers && id}
        onFocus={() => setUsed(true)}
        onChange={event => onChange(event.target.value)}
      />
      {offers && isUsed && <OfferedValues id={id} source={offers} />}
    </label>
  );
}
