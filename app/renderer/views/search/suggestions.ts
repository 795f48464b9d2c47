/** Completions of a search: fields, then their values, from the workspace. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { quoted } from '../../../../analyzers/search/language/print.ts';
import { formatInteger } from '../../../wording/numbers.ts';

export interface KnownField {
  readonly name: string;
  /** A row of the question `search-fields`. */
  readonly type: string;
  /** Number of events that have the field. */
  readonly carried: number | null;
  readonly about: string | null;
  readonly example: string | null;
}

export interface KnownValue {
  readonly value: string;
  /** Number of events with the value; null if not counted. */
  readonly count: number | null;
}

/** Fields and values in the workspace. */
export interface Vocabulary {
  fields(): Promise<readonly KnownField[]>;
  /** The most frequent first. */
  values(field: string): Promise<readonly KnownValue[]>;
}

const value = /([\p{L}][\p{L}\p{N}_.-]*)(>=|<=|!=|:|=|<|>)("(?:\\.|[^"\\])*|[^\s()"]*)$/u;
const word = /(?:^|[\s(])-?([\p{L}][\p{L}\p{N}_.-]*)?$/u;

export function suggestionsOf(vocabulary: Vocabulary): CompletionSource {
  return async context => {
    const before = context.state.sliceDoc(0, context.pos);
    const ofValue = value.exec(before);
    if (ofValue) return valuesFor(vocabulary, ofValue[1]!, context.pos - ofValue[3]!.length);
    const ofWord = isInPhrase(before) ? null : word.exec(before);
    if (!ofWord || (!ofWord[1] && !context.explicit)) return null;
    return fieldsFor(vocabulary, context, before, ofWord[1] ?? '');
  };
}

const isInPhrase = (before: string): boolean =>
  (before.replace(/\\./g, '').match(/"/g) ?? []).length % 2 === 1;

async function valuesFor(vocabulary: Vocabulary, field: string, from: number): Promise<CompletionResult> {
  const values = await vocabulary.values(field);
  return {
    from,
    options: values.map(({ value, count }, i) => ({
      label: written(value),
      displayLabel: value,
      ...(count !== null && { detail: formatInteger(count) }),
      boost: -i / values.length,
    })),
    validFor: /^(?:"(?:\\.|[^"\\])*|[^\s()"]*)$/,
  };
}

/** Without quotes if it is one word. */
const written = (text: string): string => (/^[^\s()"*/=][^\s()"*]*$/.test(text) ? text : quoted(text));

async function fieldsFor(
  vocabulary: Vocabulary,
  { pos }: CompletionContext,
  before: string,
  typed: string,
): Promise<CompletionResult> {
  const from = pos - typed.length;
  const follows =
    /[^\s(]\s+$/.test(before.slice(0, from)) && !/(?:AND|OR|NOT)\s+$/.test(before.slice(0, from));
  const fields = (await vocabulary.fields()).map<Completion>(({ name, type, carried, about, example }) => ({
    label: name,
    detail: carried === null ? type : `${type} · ${formatInteger(carried)} events`,
    ...((about || example) && { info: () => explained(about, example) }),
    apply: (view: EditorView, _: Completion, from: number, to: number) => {
      const insert = `${name}${operatorOf(type)}`;
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
      startCompletion(view);
    },
  }));
  const words = [...(follows ? ['AND', 'OR'] : []), 'NOT'].map(label => ({
    label,
    apply: `${label} `,
    boost: -1,
  }));
  return { from, options: [...fields, ...words], validFor: /^[\p{L}\p{N}_.-]*$/u };
}

const operatorOf = (type: string): string =>
  type === 'level' ? '>=' : type === 'duration' || type === 'time' ? '>' : type === 'number' ? '=' : ':';

/** The suggestion as an element for the editor; texts of captures are text nodes. */
function explained(about: string | null, example: string | null): HTMLElement {
  const element = document.createElement('div');
  if (about) element.append(about.replaceAll('`', ''));
  if (about && example) element.append(document.createElement('br'));
  if (example) element.append(`For example: ${example}`);
  return element;
}
