import type { AnswerHead, Scope } from '../../contract.ts';
import type { LocalEngine } from '../../engine/local.ts';
import { type Sheet, sheetOf } from '../../engine/sheet.ts';
import type { Args, Command } from '../command.ts';
import type { Io } from '../io.ts';
import { formOf, outputOptions, textForms, writeNotes, writeSheet } from '../output.ts';
import { printAnswer } from '../print-answer.ts';
import { scopeOf, scopeOptions } from '../scope.ts';
import { job, withEngine } from '../session.ts';
import type { Heading } from '../table.ts';
import { choice, integer } from '../values.ts';

const usualLimit = 1000;
const orders = ['time', 'newest', 'file', 'rarity'] as const;

export const search: Command = {
  name: 'search',
  usage: 'WORKSPACE QUERY [--count] [--limit N] [--context N] [scope] [-o table|json|csv|tsv]',
  about:
    'Finds records by words, "phrases", /regular expressions/ and fields: level>=warn, duration>50ms, status=5xx.\n' +
    'AND, OR, NOT and parentheses combine them. Case matters only if a capital letter is used. See docs/search.md.',
  options: {
    count: { about: 'Prints only the number of hits.' },
    limit: { value: 'N', about: `Maximum number of records. Default: ${usualLimit}.` },
    context: {
      value: 'N',
      about: 'Also prints this many records before and after each, from the same file.',
    },
    order: { value: orders.join('|'), about: 'Order of the records. Default: time.' },
    ...scopeOptions,
    ...outputOptions,
  },
  words: { min: 2, max: 2 },
  async run(args, io) {
    const scope = scopeOf(args);
    if (args.flag('count')) await printCount(io, args, scope);
    else {
      const context = args.text('context');
      const around = context === undefined ? 0 : integer('context', context);
      if (around > 0) await printAround(io, args, scope, around);
      else await printAnswer(io, args.word(0), requestOf(args, scope), args, formOf(args, textForms));
    }
    return 0;
  },
};

function requestOf(args: Args, scope: Scope) {
  const limit = args.text('limit');
  const params = {
    query: args.word(1),
    order: choice('order', args.text('order') ?? 'time', orders),
    limit: limit === undefined ? usualLimit : integer('limit', limit),
  };
  return { question: 'search', params, scope };
}

async function printCount(io: Io, args: Args, scope: Scope): Promise<void> {
  const form = formOf(args, textForms);
  await withEngine(args.word(0), io, async engine => {
    const request = { question: 'search', params: { query: args.word(1) }, scope };
    const { answer, notes } = await engine.ask(job, request);
    const { total } = await engine.page(job, answer, { offset: 0, limit: 0 });
    await writeNotes(io, notes, form);
    const sheet: Sheet = { names: ['count'], rows: 1, cell: () => total };
    await writeSheet(io, sheet, [{ name: 'count', kind: 'integer' }], form);
  });
}

/** Prints hits with their neighbours: a record near several hits is printed once, in the first group. */
async function printAround(io: Io, args: Args, scope: Scope, around: number): Promise<void> {
  const form = formOf(args, textForms);
  await withEngine(args.word(0), io, async engine => {
    const hits = await engine.ask(job, requestOf(args, scope));
    const found = await sheetFrom(engine, hits);
    const [capture, line] = [found.names.indexOf('capture'), found.names.indexOf('line')];
    const keyOf = (sheet: Sheet, row: number) => `${sheet.cell(row, capture)}:${sheet.cell(row, line)}`;
    const isHit = new Set(Array.from({ length: found.rows }, (_, row) => keyOf(found, row)));
    const shown = new Set<string>();
    const rows: { readonly sheet: Sheet; readonly row: number; readonly hit: boolean }[] = [];
    for (let at = 0; at < found.rows; at++) {
      const near = found.cell(at, line) === null ? found : await neighbours(engine, found, at, around);
      for (let row = near === found ? at : 0; row < (near === found ? at + 1 : near.rows); row++) {
        const key = near === found ? `row ${at}` : keyOf(near, row);
        if (shown.has(key)) continue;
        shown.add(key);
        rows.push({ sheet: near, row, hit: near === found || isHit.has(key) });
      }
    }
    const headings: Heading[] = [{ name: 'hit', kind: 'text' }, ...hits.columns];
    const sheet: Sheet = {
      names: ['hit', ...found.names],
      rows: rows.length,
      cell(row, column) {
        const { sheet: from, row: place, hit } = rows[row]!;
        return column === 0 ? (hit ? '>' : '') : from.cell(place, column - 1);
      },
    };
    await writeNotes(io, hits.notes, form);
    await writeSheet(io, sheet, headings, form);
  });
}

async function neighbours(engine: LocalEngine, hits: Sheet, at: number, around: number): Promise<Sheet> {
  const value = (name: string) => Number(hits.cell(at, hits.names.indexOf(name)));
  const params = { around: value('line'), limit: 2 * around + 1 };
  const head = await engine.ask(job, { question: 'events', params, scope: { captures: [value('capture')] } });
  return sheetFrom(engine, head);
}

async function sheetFrom(engine: LocalEngine, { answer, columns, rows, notes }: AnswerHead): Promise<Sheet> {
  const page = await engine.page(job, answer, { offset: 0, limit: rows });
  await engine.release(answer);
  return sheetOf(columns, page, notes);
}
