/** Findings from the command line, with their evidence. */
import { readFileSync } from 'node:fs';
import type { EvidenceRequest, FindingDraft, FindingMark } from '../../contract.ts';
import type { LocalEngine } from '../../engine/local.ts';
import { analyzerOf, questions } from '../../engine/questions.ts';
import { type Args, type Command, type Options, UsageError } from '../command.ts';
import { findingLines, inJson } from '../finding-lines.ts';
import { outputOptions, rowOptions, rowsAsked, writeLines } from '../output.ts';
import { optionsOf, paramsOf } from '../params.ts';
import { compact, scopeOf, scopeOptions } from '../scope.ts';
import { job, withEngine } from '../session.ts';
import { choice, integer, time } from '../values.ts';

const noteOptions: Options = {
  title: { value: 'TEXT', about: 'The finding in one line.' },
  text: { value: 'MARKDOWN', about: 'Details; - reads them from standard input.' },
  tag: {
    value: 'TAG',
    multiple: true,
    about: 'cause, symptom, ruled out, to do, or any other; may be repeated.',
  },
  link: { value: 'ID', multiple: true, about: 'Another finding that it refers to; may be repeated.' },
  'mark-time': { value: 'T[..T]', multiple: true, about: 'A moment or an interval that it is about.' },
  'mark-line': { value: 'CAPTURE:LINE', multiple: true, about: 'A line that it is about.' },
  'mark-thing': {
    value: 'KIND=NAME',
    multiple: true,
    about: 'A thing that it is about, as questions print it: function=heap_update, process=postgres.',
  },
  question: { value: 'QUESTION', about: 'Its evidence: a question with parameters and scope.' },
  param: {
    value: 'NAME=VALUE',
    multiple: true,
    about: 'A parameter of the question with the name of another option: --param text=deadlock.',
  },
  'drop-evidence': { value: 'ID', multiple: true, about: 'edit: removes this evidence.' },
  renew: { value: 'ID', multiple: true, about: 'edit: asks this evidence again, and stores the new answer.' },
};

const elsewhere = { ...noteOptions, ...rowOptions, ...scopeOptions, ...outputOptions };

const verbs: Readonly<
  Record<string, (engine: LocalEngine, args: Args, ids: readonly number[]) => Promise<unknown>>
> = {
  async add(engine, args, ids) {
    mustBe(ids, 0, 'add takes no id');
    if (args.text('title') === undefined) throw new UsageError('add needs --title.');
    const evidence = evidenceOf(args);
    await engine.addFinding(job, {
      title: '',
      ...valuesOf(args),
      ...(evidence && { evidence: [evidence] }),
    });
  },
  list: async (_, __, ids) => mustBe(ids, 0, 'list takes no id'),
  async edit(engine, args, ids) {
    mustBe(ids, 1, 'edit takes one id');
    const [id] = ids as [number];
    const values = valuesOf(args);
    const evidence = evidenceOf(args);
    const dropped = args.texts('drop-evidence').map(text => integer('drop-evidence', text));
    const renewed = args.texts('renew').map(text => integer('renew', text));
    if (Object.keys(values).length + dropped.length + renewed.length === 0 && !evidence)
      throw new UsageError('edit needs a change: --title, --text, --tag, --question ….');
    const finding = (await engine.findings()).findings.find(each => each.id === id);
    const evidenceIds = finding?.evidence.map(each => each.id) ?? [];
    const unknown = [...dropped, ...renewed].find(each => finding && !evidenceIds.includes(each));
    if (unknown !== undefined) throw new UsageError(`Finding ${id} has no evidence ${unknown}.`);
    await engine.changeFinding(id, {
      ...values,
      ...(dropped.length > 0 && { evidence: evidenceIds.filter(each => !dropped.includes(each)) }),
    });
    for (const each of renewed) await engine.renewEvidence(job, each);
    if (evidence) await engine.addEvidence(job, id, evidence);
  },
  async remove(engine, _, ids) {
    if (ids.length === 0) throw new UsageError('remove takes ids.');
    for (const id of ids) await engine.removeFinding(id);
  },
  async order(engine, _, ids) {
    if (ids.length === 0) throw new UsageError('order takes ids, which move to the front in this order.');
    const all = (await engine.findings()).findings.map(({ id }) => id);
    await engine.orderFindings([...ids, ...all.filter(id => !ids.includes(id))]);
  },
  async summary(engine, args, ids) {
    mustBe(ids, 0, 'summary takes no id');
    const { summary } = await engine.findings();
    const { title, text } = valuesOf(args);
    await engine.changeSummary({ ...summary, ...compact({ title, text }) });
  },
  async undo(engine, _, ids) {
    mustBe(ids, 0, 'undo takes no id');
    await engine.undoFindings();
  },
  async redo(engine, _, ids) {
    mustBe(ids, 0, 'redo takes no id');
    await engine.redoFindings();
  },
};

export const note: Command = {
  name: 'note',
  usage:
    'WORKSPACE [add | list | edit ID | remove ID… | order ID… | summary | undo | redo] … [-o table|json]',
  about:
    'Stores findings with their evidence in the workspace, and lists them.\n\n' +
    'add:     --title TEXT [--text MARKDOWN] [--tag TAG]… [--question QUESTION [--PARAM VALUE]… [scope]]\n' +
    'edit:    takes the same options for changes; --question adds evidence\n' +
    'order:   moves these to the front, in this order\n' +
    'summary: --title TEXT, --text MARKDOWN of the conclusion with which a report begins\n' +
    'undo:    undoes the last change; repeated, the changes before it; redo repeats them\n\n' +
    'aftertrace check WORKSPACE checks whether evidence still holds.',
  options: { ...optionsOf(...questions.map(each => each.params)), ...elsewhere },
  shownOptions: elsewhere,
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  async run(args, io) {
    const [path, name = 'list', ...words] = args.words as readonly [string, ...string[]];
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (!verb) throw new UsageError(`Unknown verb "${name}": use ${Object.keys(verbs).join(', ')}.`);
    const form = choice('output', args.text('output') ?? 'table', ['table', 'json']);
    const ids = words.map(word => integer(`${name} ID`, word, 1));
    await withEngine(path, io, async engine => {
      await verb(engine, args, ids);
      const findings = await engine.findings();
      if (form === 'json') await io.write(inJson(findings));
      else await writeLines(io, findingLines(findings, io.width));
    });
    return 0;
  },
};

function mustBe(ids: readonly number[], count: number, sentence: string): void {
  if (ids.length !== count) throw new UsageError(`${sentence}.`);
}

/** The members of a finding that the arguments state. */
function valuesOf(args: Args): Partial<Omit<FindingDraft, 'evidence'>> {
  const listOf = <T>(name: string, read: (text: string) => T) => {
    const texts = args.texts(name);
    // An empty text empties the list.
    return texts.length > 0 ? texts.filter(text => text !== '').map(read) : undefined;
  };
  const text = args.text('text');
  const marks = [
    ...(listOf('mark-time', timeMark) ?? []),
    ...(listOf('mark-line', lineMark) ?? []),
    ...(listOf('mark-thing', thingMark) ?? []),
  ];
  const hasMarks = ['mark-time', 'mark-line', 'mark-thing'].some(name => args.texts(name).length > 0);
  return compact({
    title: args.text('title'),
    text: text === '-' ? readFileSync(0, 'utf8') : text,
    tags: listOf('tag', tag => tag),
    links: listOf('link', id => integer('link', id, 1)),
    marks: hasMarks ? marks : undefined,
  });
}

function timeMark(text: string): FindingMark {
  const [from = '', to] = text.split('..', 2);
  return { kind: 'time', from: time('mark-time', from), to: to === undefined ? null : time('mark-time', to) };
}

function lineMark(text: string): FindingMark {
  const [capture = '', line = ''] = text.split(':', 2);
  return { kind: 'line', capture: integer('mark-line', capture), line: integer('mark-line', line, 1) };
}

function thingMark(text: string): FindingMark {
  const [refers, name] = pair('mark-thing', text);
  return { kind: 'thing', refers, name };
}

function pair(option: string, text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError(`--${option} takes NAME=VALUE, not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The evidence that the arguments ask for; null if none. */
function evidenceOf(args: Args): EvidenceRequest | null {
  const question = args.text('question');
  if (question === undefined) return null;
  const analyzer = analyzerOf(question);
  const names = Object.keys(analyzer.params).filter(name => !(name in noteOptions));
  const params = Object.fromEntries(names.map(name => [name, analyzer.params[name]!]));
  const { arrangement, limit } = rowsAsked(analyzer.columns, args, names);
  const pairs = args.texts('param').map(text => pair('param', text));
  return {
    question: analyzer.id,
    params: {
      ...paramsOf(args, params, elsewhere),
      ...Object.fromEntries(pairs.map(([name, value]) => [name, typed(analyzer.params[name]?.type, value)])),
    },
    scope: scopeOf(args, names),
    arrangement,
    ...(Number.isFinite(limit) && { rows: { offset: 0, limit } }),
    row: null,
    view: null,
  };
}

const typed = (type: string | undefined, value: string): string | number | boolean =>
  type === 'number' ? Number(value) : type === 'flag' ? value === 'true' : value;
