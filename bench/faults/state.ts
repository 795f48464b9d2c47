/** What is in a folder: of workspaces the rows of all tables and six answers, of other files the content. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Engine } from '../../app/engine/engine.ts';

/** One line per table, view and answer of a workspace; one for another file. By path in the folder. */
export type State = ReadonlyMap<string, readonly string[]>;

const questions = ['captures', 'functions', 'events', 'thread-states', 'templates', 'clocks'];

/** All files under a folder, relative to it, sorted. */
export const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => !each.isDirectory())
    .map(each => relative(folder, join(each.parentPath, each.name)))
    .sort();

/** True of what a killed process has begun to write beside a file, with logs and copies of it. */
export const isPart = (file: string): boolean => /\.part(?:\.\w+)?$/.test(file);

/** Opens the workspaces, and so makes what imports owe and merges their logs. */
export async function stateOf(folder: string): Promise<State> {
  const state = new Map<string, readonly string[]>();
  for (const file of filesUnder(folder)) {
    const path = join(folder, file);
    if (/^(?:captures|data)\//.test(file) || isPart(file)) continue;
    if (file.endsWith('.aftertrace')) state.set(file, await contentOf(path));
    else if (existsSync(path)) state.set(file, [hash(readFileSync(path))]);
  }
  return state;
}

/** The id of a workspace is drawn, and the list of unread files depends on the fault; so does when it was changed. */
const isCompared = "key NOT IN ('id', 'kept unread', 'findings changed')";

async function contentOf(path: string): Promise<readonly string[]> {
  const engine = new Engine(
    { version: '1' },
    { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined },
  );
  try {
    await engine.open(path);
    await engine.complete('state');
    const tables = await engine.sql(
      'state',
      "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name <> 'temp' ORDER BY ALL",
    );
    const contents = tables.rows.map(([schema, table]) => {
      const rows = `"${schema}"."${table}" t ${table === 'workspace' ? `WHERE ${isCompared}` : ''}`;
      return `SELECT '${schema}.${table} ' || count(*) || ' ' || coalesce(sum(hash(t::VARCHAR)), 0) FROM ${rows}`;
    });
    contents.push(
      "SELECT 'views ' || md5(string_agg(sql, ';' ORDER BY view_name)) FROM duckdb_views() WHERE NOT internal",
    );
    const rows = await engine.sql('state', contents.join(' UNION ALL '));
    // Made when a clock first drifts, and kept.
    const isUsed = (line: string) => !/^as_read\.\S+ 0 /.test(line);
    const lines = rows.rows
      .map(([line]) => String(line))
      .filter(isUsed)
      .sort();
    for (const question of questions) lines.push(`question ${question} ${await answer(engine, question)}`);
    return lines;
  } finally {
    await engine.close();
  }
}

async function answer(engine: Engine, question: string): Promise<string> {
  const { answer, columns } = await engine.ask('state', { question, params: {}, scope: {} });
  const page = await engine.page('state', answer, { offset: 0, limit: 10_000 });
  await engine.release(answer);
  const text = JSON.stringify([columns.map(({ name }) => name), page], (_, value: unknown) =>
    typeof value === 'bigint'
      ? String(value)
      : ArrayBuffer.isView(value)
        ? Array.from(value as Uint8Array, String)
        : value,
  );
  return hash(text);
}

const hash = (content: string | Uint8Array): string => createHash('md5').update(content).digest('hex');

const split = (line: string) => /^(\S+) (\d+) (.*)$/.exec(line) ?? [];

/**
 * True if a workspace is in this state. Texts may remain of a capture that was not read to its end: no row refers to
 * them.
 */
export function isSame(
  found: readonly string[] | undefined,
  expected: readonly string[] | undefined,
): boolean {
  if (!found || !expected || found.length !== expected.length) return found === expected;
  return found.every((line, at) => {
    if (line === expected[at]) return true;
    const [, table, rows] = split(line);
    return table === 'main.text' && Number(rows) >= Number(split(expected[at]!)[2]);
  });
}

/**
 * As {@link isSame}, but ids of texts may differ, and so the content of rows, and which event is the example of a template:
 * the number of rows and the other answers count.
 */
export function isAlike(
  found: readonly string[] | undefined,
  expected: readonly string[] | undefined,
): boolean {
  const counts = (lines: readonly string[] | undefined) =>
    lines
      ?.map(line => (/^(?:main\.text|question templates) /.test(line) ? '' : (split(line)[2] ?? line)))
      .join();
  return counts(found) === counts(expected);
}

/** Only the number of rows counts. */
export function hasAsMany(
  found: readonly string[] | undefined,
  expected: readonly string[] | undefined,
): boolean {
  const counts = (lines: readonly string[] | undefined) =>
    lines?.map(line => (/^main\.(?!text)/.test(line) ? split(line)[2] : '')).join();
  return counts(found) === counts(expected);
}
