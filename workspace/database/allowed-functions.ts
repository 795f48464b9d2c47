/**
 * Functions that SQL of the user may call. Some of DuckDB's functions change the database or the process instead of
 * computing something, and pass as a SELECT: `FROM enable_logging(…)` ends the process, `FROM force_checkpoint()` writes.
 */
import type { Connection } from '@duckdb/node-bindings';
import { WorkspaceError } from '../errors.ts';
import { appendedFunction } from '../store/append.ts';
import { readColumns } from './results.ts';

/** All other functions that make tables are refused: new versions of DuckDB bring new ones. */
const tableFunctions = new Set(
  `range generate_series unnest repeat repeat_row json_each json_tree summary
   duckdb_columns duckdb_constraints duckdb_databases duckdb_functions duckdb_indexes duckdb_keywords duckdb_schemas
   duckdb_settings duckdb_tables duckdb_types duckdb_views pragma_show pragma_table_info pragma_version
   icu_calendar_names pg_timezone_names`.split(/\s+/),
);

/** Functions of a value that do more than compute it. */
const refusedFunctions = new Set(['write_log', 'setseed', 'nextval', 'currval', 'getenv', 'sleep_ms']);

interface Called {
  /** Functions that make tables. */
  readonly tables: Set<string>;
  readonly functions: Set<string>;
  /** Names of tables and views. */
  readonly relations: Set<string>;
}

/**
 * @param sql one statement
 * @throws WorkspaceError `bad-sql` if the statement, or a view that it reads, calls another function
 */
export async function mustCallAllowed(connection: Connection, sql: string): Promise<void> {
  const called: Called = { tables: new Set(), functions: new Set(), relations: new Set() };
  const parsed = JSON.parse(await serialized(connection, sql)) as {
    readonly error: boolean;
    readonly error_type?: string;
    readonly statements?: unknown;
  };
  // What cannot be parsed is explained when it is prepared.
  if (parsed.error && parsed.error_type === 'parser') return;
  if (parsed.error)
    throw new WorkspaceError(
      'bad-sql',
      'Only SELECT is answered here: the workspace is changed by importing.',
    );
  collect(parsed.statements, called);
  await addViews(connection, called);
  const isOwn = new Set(await ownFunctions(connection));
  const refused = refusedOf(called) ?? [...called.functions].find(name => isOwn.has(name));
  if (refused !== undefined)
    throw new WorkspaceError(
      'bad-sql',
      `The function ${refused} is not available here: SQL only reads the workspace.`,
    );
}

/**
 * A file from a stranger may hold macros with the names of DuckDB's functions and operators: each of our own statements
 * would call those.
 *
 * @throws WorkspaceError `foreign-functions` if it does
 */
export async function mustNotShadow(connection: Connection, path: string): Promise<void> {
  const own = await ownFunctions(connection);
  if (own.length === 0) return;
  const builtIn = await readColumns(
    connection,
    `SELECT function_name AS name FROM ${functions} WHERE internal`,
  );
  const isBuiltIn = new Set(builtIn.texts('name').map(nameOf));
  const shadowing = own.filter(name => isBuiltIn.has(name) || name === appendedFunction);
  if (shadowing.length === 0) return;
  const shown = shadowing.slice(0, 5).join(', ') + (shadowing.length > 5 ? ', …' : '');
  throw new WorkspaceError(
    'foreign-functions',
    `${path} has macros in place of functions of DuckDB (${shown}), with which every answer could be wrong, so it is not opened: Aftertrace makes none. If you trust the file, remove them with DuckDB: DROP MACRO "${shadowing[0]}".`,
  );
}

/**
 * @param relations names of tables and views that our own statements read
 * @throws WorkspaceError `foreign-functions` if one is a view that does more than read
 */
export async function mustOnlyRead(
  connection: Connection,
  path: string,
  relations: readonly string[],
): Promise<void> {
  const called: Called = { tables: new Set(), functions: new Set(), relations: new Set(relations) };
  await addViews(connection, called);
  const refused = refusedOf(called);
  if (refused !== undefined)
    throw new WorkspaceError(
      'foreign-functions',
      `${path} has a view that calls ${refused}, which does more than read, so it is not opened: Aftertrace makes no such view.`,
    );
}

const refusedOf = ({ tables, functions }: Called): string | undefined =>
  [...tables].find(name => !tableFunctions.has(name)) ??
  [...functions].find(name => refusedFunctions.has(name));

/** DuckDB's own, which a macro cannot stand in place of. */
const functions = 'system.main.duckdb_functions()';

/** Names of functions that the file holds. The statement calls no function or operator, because a macro may have its name. */
async function ownFunctions(connection: Connection): Promise<readonly string[]> {
  const own = await readColumns(
    connection,
    `SELECT function_name AS name FROM ${functions} WHERE NOT internal`,
  );
  return own.texts('name').map(nameOf);
}

async function serialized(connection: Connection, sql: string): Promise<string> {
  const result = await readColumns(connection, 'SELECT json_serialize_sql(?::VARCHAR)::VARCHAR AS json', [
    sql,
  ]);
  return result.texts('json')[0] ?? '{"error":true}';
}

function collect(node: unknown, called: Called): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) {
    const {
      type,
      class: kind,
      function: made,
      function_name,
      table_name,
    } = node as Readonly<Record<string, unknown>>;
    if (type === 'TABLE_FUNCTION')
      called.tables.add(nameOf((made as { function_name?: unknown })?.function_name));
    else if (type === 'BASE_TABLE') called.relations.add(nameOf(table_name));
    else if (kind === 'FUNCTION' || kind === 'WINDOW') called.functions.add(nameOf(function_name));
    // The call of a function that makes a table is a node of its own, below the one that names it.
    for (const [key, value] of Object.entries(node)) {
      if (type === 'TABLE_FUNCTION' && key === 'function')
        collect((value as { children?: unknown } | null)?.children, called);
      else collect(value, called);
    }
  } else for (const each of node) collect(each, called);
}

const nameOf = (name: unknown): string => String(name).toLowerCase();

/** A workspace may come from a stranger: so what its views call counts as well. */
async function addViews(connection: Connection, called: Called): Promise<void> {
  if (called.relations.size === 0) return;
  // Without functions: a macro of the workspace could have the name of any.
  const views = await readColumns(
    connection,
    'SELECT view_name AS name, sql FROM system.main.duckdb_views() WHERE NOT internal',
  );
  const sqls = views.texts('sql');
  const all = new Map(views.texts('name').map((name, row) => [nameOf(name), sqls[row] ?? '']));
  const known = await knownTableFunctions(connection);
  // A set is also iterated over what is added meanwhile.
  for (const relation of called.relations) {
    const sql = all.get(relation) ?? '';
    for (const name of callsIn(sql)) (known.has(name) ? called.tables : called.functions).add(name);
    for (const name of namesIn(sql)) called.relations.add(name);
  }
}

let tableFunctionsOfDuckDB: ReadonlySet<string> | null = null;

async function knownTableFunctions(connection: Connection): Promise<ReadonlySet<string>> {
  if (!tableFunctionsOfDuckDB) {
    const found = await readColumns(
      connection,
      "SELECT DISTINCT function_name AS name FROM duckdb_functions() WHERE internal AND function_type IN ('table', 'table_macro')",
    );
    tableFunctionsOfDuckDB = new Set(found.texts('name').map(nameOf));
  }
  return tableFunctionsOfDuckDB;
}

/** DuckDB stores a view as it would print it: without comments, and with texts in single quotes. */
const withoutTexts = (sql: string): string => sql.replace(/'(?:[^']|'')*'/g, "''");

const identifier = /"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*/gu;

function namesIn(sql: string): string[] {
  return Array.from(withoutTexts(sql).matchAll(identifier), ([name]) => unquoted(name));
}

function callsIn(sql: string): string[] {
  const plain = withoutTexts(sql);
  return Array.from(plain.matchAll(identifier)).flatMap(({ 0: name, index }) =>
    /^\s{0,100}\(/.test(plain.slice(index + name.length, index + name.length + 101)) ? [unquoted(name)] : [],
  );
}

const unquoted = (name: string): string =>
  (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name).toLowerCase();
