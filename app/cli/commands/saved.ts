/** Saved searches and SQL: lists, adds, removes, exports and imports them. */
import type { SavedQuery } from '../../contract.ts';
import type { LocalEngine } from '../../engine/local.ts';
import { type Args, type Command, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { formOf, outputOptions, textForms, writeSheet } from '../output.ts';
import { job, withEngine } from '../session.ts';
import type { Heading } from '../table.ts';

export const saved: Command = {
  name: 'saved',
  usage: 'WORKSPACE [list | add NAME | remove NAME… | export FILE | import FILE] … [-o table|json|csv|tsv]',
  about:
    'Stores named searches and SQL in the workspace, and counts their current hits.\n\n' +
    'list, or no verb:  lists them, with the number of hits of each search\n' +
    'add NAME:          stores --search or --sql; replaces one of the same name\n' +
    'remove NAME…:      removes them\n' +
    'export, import:    writes all of them to a file, or adds those of a file',
  options: {
    search: { value: 'QUERY', about: 'add: a search, as `aftertrace search` takes it.' },
    sql: { value: 'SELECT', about: 'add: a SELECT, as `aftertrace sql` takes it.' },
    ...outputOptions,
  },
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  async run(args, io) {
    const [path, verb = 'list', ...words] = args.words as readonly [string, ...string[]];
    const work = verbs[verb];
    if (!work) throw new UsageError(`Unknown verb "${verb}": use ${Object.keys(verbs).join(', ')} or none.`);
    await withEngine(path, io, engine => work(engine, words, args, io));
    return 0;
  },
};

type Verb = (engine: LocalEngine, words: readonly string[], args: Args, io: Io) => Promise<void>;

const verbs: Readonly<Record<string, Verb>> = {
  list: (engine, _, args, io) => print(engine, args, io),
  async add(engine, words, args, io) {
    const name = onlyOf(words, 'a name');
    const [search, sql] = [args.text('search'), args.text('sql')];
    if ((search === undefined) === (sql === undefined))
      throw new UsageError('add needs --search QUERY or --sql SELECT.');
    const one: SavedQuery = { name, of: search === undefined ? 'sql' : 'search', text: search ?? sql ?? '' };
    const others = (await engine.saved()).filter(each => each.of !== one.of || each.name !== name);
    await engine.keepSaved([...others, one]);
    await print(engine, args, io);
  },
  async remove(engine, words, args, io) {
    const all = await engine.saved();
    const missing = words.filter(word => !all.some(({ name }) => name === word));
    if (words.length === 0 || missing.length > 0)
      throw new UsageError(
        words.length === 0 ? 'remove needs a name.' : `There is nothing saved under ${missing.join(', ')}.`,
      );
    await engine.keepSaved(all.filter(({ name }) => !words.includes(name)));
    await print(engine, args, io);
  },
  async export(engine, words) {
    await engine.exportSaved(onlyOf(words, 'a file'));
  },
  async import(engine, words, args, io) {
    await engine.importSaved(onlyOf(words, 'a file'));
    await print(engine, args, io);
  },
};

function onlyOf(words: readonly string[], type: string): string {
  const [word] = words;
  if (word === undefined || words.length > 1) throw new UsageError(`Give ${type}, and nothing else.`);
  return word;
}

const headings: readonly Heading[] = [
  { name: 'name', kind: 'text' },
  { name: 'of', kind: 'text' },
  { name: 'hits', kind: 'integer' },
  { name: 'text', kind: 'text' },
];

async function print(engine: LocalEngine, args: Args, io: Io): Promise<void> {
  const all = await engine.saved();
  const hits: (number | null)[] = [];
  for (const each of all) hits.push(await hitsOf(engine, each));
  await writeSheet(
    io,
    {
      names: headings.map(({ name }) => name),
      rows: all.length,
      cell: (row, column) => {
        const { name, of: kind, text } = all[row]!;
        return [name, kind, hits[row]!, text][column] ?? null;
      },
    },
    headings,
    formOf(args, textForms),
  );
}

/** Number of hits; null for SQL, and for a search that this workspace cannot run. */
async function hitsOf(engine: LocalEngine, { of: kind, text }: SavedQuery): Promise<number | null> {
  if (kind === 'sql') return null;
  try {
    const { answer, rows } = await engine.ask(job, {
      question: 'search',
      params: { query: text },
      scope: {},
    });
    await engine.release(answer);
    return rows;
  } catch (error) {
    if ((error as { code?: string }).code === 'bad-parameter') return null;
    throw error;
  }
}
