/** Syntax of DuckDB's SQL for the editor: keywords, and the views and tables of the workspace. */
import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import {
  keywordCompletionSource,
  SQLDialect,
  type SQLNamespace,
  schemaCompletionSource,
  sql,
} from '@codemirror/lang-sql';
import type { Cell } from '../../state/paged-answer.ts';

/** Only the words that a SELECT needs: a list of all keywords would hide them. */
const dialect = SQLDialect.define({
  keywords:
    'all and any as asc asof between by case cast cross desc distinct else end except exclude exists explain false filter first following from full group having ilike in inner intersect interval is join last lateral left like limit natural not null nulls offset on or order outer over partition positional preceding qualify range recursive replace right row rows sample select semi similar some then to true unbounded union unnest using values when where window with within',
  types:
    'bigint blob boolean date decimal double float hugeint integer interval json real smallint time timestamp timestamp_ns tinyint ubigint uinteger uuid varchar',
  builtin:
    'abs approx_quantile arg_max arg_min avg bool_and bool_or ceil coalesce concat contains corr count count_if date_part date_trunc dense_rank epoch_ns first floor greatest histogram if ifnull lag last lead least len length list list_contains ln log10 lower make_timestamp_ns max median min mode nullif ntile prefix quantile_cont rank regexp_extract regexp_matches regexp_replace replace round row_number split_part starts_with stddev strftime string_agg substring sum time_bucket trim try_cast upper var_samp',
  doubleDollarQuotedStrings: true,
  caseInsensitiveIdentifiers: true,
  operatorChars: '+-*/<>=~!@#%^&|`?:',
});

export const language = sql({ dialect });

const keywords = keywordCompletionSource(dialect, true);

/** @param rows of the question `sql-tables` */
export function completionOf(rows: readonly Readonly<Record<string, Cell>>[]): CompletionSource {
  const byTable = new Map<string, Completion[]>();
  for (const { table, column, type, about } of rows) {
    const columns = byTable.get(String(table)) ?? [];
    byTable.set(String(table), columns);
    columns.push({
      label: String(column),
      type: 'property',
      detail: String(type).toLowerCase(),
      ...(typeof about === 'string' && { info: about }),
      // Keywords and names with special characters need double quotes.
      ...(needsQuotes(String(column)) && { apply: `"${column}"` }),
    });
  }
  const schema: SQLNamespace = Object.fromEntries(
    [...byTable].map(([table, columns], at) => [
      table.replaceAll('.', '\\.'),
      {
        self: {
          label: table,
          type: 'class',
          detail: `${columns.length} columns`,
          boost: -at,
          ...(needsQuotes(table) && { apply: `"${table}"` }),
        },
        children: columns,
      },
    ]),
  );
  const names = schemaCompletionSource({ dialect, schema });
  const ofViews = [...byTable].slice(0, suggestedViews).flatMap(([, columns]) => columns);
  const columns = [...new Map(ofViews.map(each => [each.label, each])).values()];
  return async context => {
    const named = await names(context);
    const keyed = await keywords(context);
    if (!named && !keyed) return null;
    const word = context.matchBefore(/[\w$]*/);
    const isQualified = word !== null && context.state.sliceDoc(word.from - 1, word.from) === '.';
    return {
      from: named?.from ?? keyed!.from,
      ...(word && { validFor: /^[\w$]*$/ }),
      options: [
        ...(named?.options ?? []),
        ...(isQualified
          ? []
          : columns.filter(({ label }) => !named?.options.some(each => each.label === label))),
        ...(isQualified ? [] : (keyed?.options ?? [])),
      ],
    };
  };
}

/** Views whose columns are suggested before the statement has a FROM. */
const suggestedViews = 6;

const needsQuotes = (name: string): boolean => !/^[a-z_][a-z0-9_]*$/.test(name) || reserved.has(name);
/** Column names that are also keywords. */
const reserved: ReadonlySet<string> = new Set([
  'time',
  'values',
  'offset',
  'table',
  'column',
  'function',
  'row',
]);
