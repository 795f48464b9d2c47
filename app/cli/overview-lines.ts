/** The first answer about a workspace: what was captured, what is busiest, what changed, what went wrong, what is missing. */

import { AskError, type Scope } from '../../analyzers/contract.ts';
import { amountOf, counted, durationText, listed } from '../../analyzers/kit/answer.ts';
import { functionName } from '../../analyzers/kit/signal-ids.ts';
import { iso } from '../../workspace/time.ts';
import type { CaptureInfo } from '../contract.ts';
import type { LocalEngine } from '../engine/local.ts';
import { type Cell, type Sheet, sheetOf } from '../engine/sheet.ts';
import { job } from './session.ts';
import { printable, withoutMiddle } from './table.ts';

export interface Section {
  readonly section: string;
  readonly lines: readonly string[];
}

/** Maximum number of lines of a section, so that all of them fit a screen of 40. */
const most = 5;

type Row = Readonly<Record<string, Cell | undefined>>;

/** Sections with at least one line. */
export async function overviewOf(engine: LocalEngine, scope: Scope): Promise<readonly Section[]> {
  const { captures: all } = await engine.workspace();
  const captures = scope.captures ? all.filter(({ id }) => scope.captures!.includes(id)) : all;
  const has = (table: string) => captures.some(({ rows }) => (rows[table] ?? 0) > 0);
  const ask = async (question: string, params: Readonly<Record<string, string | number | boolean>> = {}) => {
    try {
      const { answer, columns, notes } = await engine.ask(job, { question, params, scope });
      const page = await engine.page(job, answer, { offset: 0, limit: 200 });
      await engine.release(answer);
      return rowsOf(sheetOf(columns, page, notes));
    } catch (error) {
      // Such as a time in which nothing was recorded.
      if (error instanceof AskError) return [];
      throw error;
    }
  };
  const saturation = has('metric') ? await ask('saturation') : [];
  const sections: Section[] = [
    { section: 'Captured', lines: captured(captures) },
    {
      section: 'Busiest',
      lines: has('sample') ? busiest(await ask('processes'), await ask('functions')) : [],
    },
    { section: 'Resources', lines: resources(saturation) },
    {
      section: 'What changed',
      lines: changed(captures.length > 0 ? await ask('onset') : []),
    },
    {
      section: 'Errors',
      lines: has('event') ? errors(await ask('templates', { level: 'fatal,error,warning' })) : [],
    },
    { section: 'Missing', lines: missing(captures, saturation) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function rowsOf({ names, rows, cell }: Sheet): Row[] {
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(names.map((name, column) => [name, cell(row, column)])),
  );
}

/** The first lines, and how many more there are. */
function first(lines: readonly string[], many = most): readonly string[] {
  return lines.length <= many
    ? lines
    : [...lines.slice(0, many - 1), `… and ${counted(lines.length - many + 1)} more`];
}

const text = (value: Cell | undefined): string => printable(String(value ?? ''));
const percentText = (value: number): string => `${value.toFixed(1)} %`;
/** `2026-11-21 04:22:04` */
const moment = (iso: Cell | undefined): string => text(iso).replace('T', ' ').replace(/\..*$/, '');

function namesOf(captures: readonly CaptureInfo[]): string {
  const names = captures.map(({ name }) => printable(name));
  return listed(names, 3);
}

function captured(captures: readonly CaptureInfo[]): readonly string[] {
  if (captures.length === 0) return ['Nothing: aftertrace import WORKSPACE PATH… reads captures.'];
  const byFormat = new Map<string, CaptureInfo[]>();
  for (const each of captures)
    byFormat.set(each.formatTitle, [...(byFormat.get(each.formatTitle) ?? []), each]);
  const hosts = [...new Set(captures.flatMap(({ host }) => host ?? []))];
  const timed = captures.filter(({ start, clock }) => start !== null && clock.aligned);
  const starts = timed.map(({ start }) => start!).sort((a, b) => (a < b ? -1 : 1));
  const ends = timed
    .map(({ start, duration }) => start! + BigInt(duration ?? 0))
    .sort((a, b) => (a < b ? -1 : 1));
  const when =
    starts.length === 0
      ? 'without a time in UTC'
      : `${moment(iso(starts[0]!))} to ${moment(iso(ends.at(-1)!))} UTC (${durationText(Number(ends.at(-1)! - starts[0]!))})`;
  const where = hosts.length === 0 ? '' : ` of ${listed(hosts.map(printable), 3)}`;
  return [
    `${amountOf(captures.length, 'captures')}${where}, ${when}`,
    ...first(
      [...byFormat]
        .sort(([, a], [, b]) => b.length - a.length)
        .map(([format, of]) => `${format}: ${withoutMiddle(namesOf(of), 70)}`),
      8,
    ),
  ];
}

function busiest(processes: readonly Row[], functions: readonly Row[]): readonly string[] {
  const byName = new Map<string, number>();
  for (const { process, percent } of processes)
    byName.set(text(process), (byName.get(text(process)) ?? 0) + Number(percent));
  const shares = [...byName].sort(([, a], [, b]) => b - a).slice(0, 4);
  const named = ({ function: symbol, module }: Row) => functionName(text(symbol), text(module));
  return [
    ...(shares.length > 0
      ? [
          `processes: ${shares.map(([name, share]) => `${withoutMiddle(name, 40)} ${percentText(share)}`).join(', ')}`,
        ]
      : []),
    ...(functions.length > 0
      ? [
          `functions: ${functions
            .slice(0, 4)
            .map(row => `${withoutMiddle(named(row), 40)} ${percentText(Number(row.self_percent))}`)
            .join(', ')}`,
        ]
      : []),
  ];
}

function resources(rows: readonly Row[]): readonly string[] {
  const notable = rows.filter(({ verdict }) => ['saturated', 'errors', 'busy'].includes(String(verdict)));
  const lines = notable.map(row => {
    const share = Number(row.saturated_percent);
    const during =
      row.verdict === 'saturated' && share > 0 && share < 100 ? ` for ${share.toFixed(0)} % of the time` : '';
    const worst = row.worst_minute === null ? '' : `, worst at ${moment(row.worst_minute)}`;
    const value = row.utilisation === null ? '' : `, ${percentText(Number(row.utilisation))} used on average`;
    return `${text(row.resource)} ${text(row.instance)} of ${text(row.host)}: ${text(row.verdict)}${during}${value}${worst}`;
  });
  if (rows.length > 0 && lines.length === 0) return ['none is saturated or busy'];
  return first(lines, 4);
}

function changed(rows: readonly Row[]): readonly string[] {
  return first(
    rows.map(row => {
      const { with: others } = row;
      const also = others
        ? `; with it: ${withoutMiddle(text(others).split('; ').slice(0, 2).join('; '), 90)}`
        : '';
      const more = Number(row.changes) > 1 ? ` (${counted(Number(row.changes))} changes)` : '';
      return `${moment(row.time)}: ${withoutMiddle(text(row.name), 60)} ${text(row.direction)}${more}${also}`;
    }),
    4,
  );
}

const worstFirst = ['fatal', 'error', 'warning'];

function errors(rows: readonly Row[]): readonly string[] {
  const rank = ({ level }: Row) => worstFirst.indexOf(String(level));
  return first(
    [...rows]
      .sort((a, b) => rank(a) - rank(b) || Number(b.count) - Number(a.count))
      .map(
        row => `${counted(Number(row.count))} × ${text(row.level)}: ${withoutMiddle(text(row.template), 90)}`,
      ),
  );
}

function missing(captures: readonly CaptureInfo[], saturation: readonly Row[]): readonly string[] {
  const broken = captures.filter(({ status }) => status !== 'complete');
  const unaligned = captures.filter(({ duration, clock }) => duration !== null && !clock.aligned);
  const unmeasured = saturation.filter(({ verdict }) => verdict === 'not measured');
  const problems = captures.filter(each => each.problems > 0);
  const of = [...new Set(unmeasured.map(({ resource }) => text(resource)))];
  return [
    ...first(
      broken.map(
        ({ name, status, reason }) =>
          `${printable(name)} is ${status}${reason ? `: ${printable(reason)}` : ''}`,
      ),
      3,
    ),
    ...(unaligned.length > 0 ? [`not aligned to UTC: ${namesOf(unaligned)}`] : []),
    ...(of.length > 0 ? [`not measured: ${listed(of)}`] : []),
    ...(problems.length > 0
      ? [`lines or records not understood in ${namesOf(problems)}: aftertrace problems`]
      : []),
  ];
}
