/** Checks a question's parameters against their declarations. */
import {
  type Analyzer,
  AskError,
  type Param,
  type Params,
  type ParamValues,
} from '../../analyzers/contract.ts';

type Given = string | number | boolean;

/** @throws AskError `bad-parameter`, naming the parameter and the values it accepts. */
export function paramValues(
  analyzer: Analyzer,
  stated: Readonly<Record<string, Given>>,
): ParamValues<Params> {
  const names = Object.keys(analyzer.params);
  const unknown = Object.keys(stated).find(name => !names.includes(name));
  if (unknown !== undefined) {
    const takes = names.length > 0 ? `It takes ${names.join(', ')}.` : 'It takes none.';
    throw new AskError('bad-parameter', `"${analyzer.id}" has no parameter "${unknown}". ${takes}`);
  }
  const values = names.map(name => [name, checked(name, analyzer.params[name]!, stated[name])]);
  return Object.fromEntries(values) as ParamValues<Params>;
}

function checked(name: string, param: Param, value: Given | undefined): Given | undefined {
  switch (param.type) {
    case 'text':
      return textOf(name, param, value);
    case 'number':
      return numberOf(name, param, value);
    case 'choice': {
      const choice = value ?? param.default;
      if (!param.choices.some(each => each === choice))
        throw refused(name, `one of ${param.choices.join(', ')}`, choice);
      return choice;
    }
    case 'flag':
      if (value !== undefined && typeof value !== 'boolean') throw refused(name, 'true or false', value);
      return value ?? false;
  }
}

function textOf(name: string, param: Param & { type: 'text' }, value: Given | undefined): Given | undefined {
  const isMissing = value === undefined || value === '';
  if (isMissing && param.required) {
    throw new AskError('bad-parameter', `"${name}" is missing: ${param.about} For example: ${param.example}`);
  }
  if (value !== undefined && typeof value !== 'string') throw refused(name, 'a text', value);
  return isMissing ? undefined : value;
}

function numberOf(name: string, param: Param & { type: 'number' }, stated: Given | undefined): number {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = param;
  const value = stated ?? param.default;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  const from = Number.isFinite(min) ? ` from ${min}` : '';
  const to = Number.isFinite(max) ? ` to ${max}` : '';
  throw refused(name, `a number${from}${to}`, value);
}

function refused(name: string, takes: string, value: Given): AskError {
  return new AskError('bad-parameter', `"${name}" takes ${takes}, not "${value}".`);
}
