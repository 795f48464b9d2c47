/** Changes clocks of captures already read, without reading them again. */
import type { ClockChange } from '../../contract.ts';
import type { LocalEngine } from '../../engine/local.ts';
import { type Args, type Command, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { formOf, forms, outputOptions, rowOptions } from '../output.ts';
import { printAnswer } from '../print-answer.ts';
import { compact, scopeOptions } from '../scope.ts';
import { withEngine } from '../session.ts';
import { duration, integer, number, time } from '../values.ts';

const { capture } = scopeOptions;

/** A verb of the command, and the question that is printed afterwards. */
interface Verb {
  readonly question: 'captures' | 'clocks' | 'clock-fits';
  change(engine: LocalEngine, args: Args, captures: readonly number[], io: Io): Promise<void>;
}

const verbs: Readonly<Record<string, Verb>> = {
  set: { question: 'clocks', change: set },
  pin: { question: 'clocks', change: pin },
  fit: { question: 'clock-fits', change: fit },
  undo: { question: 'clocks', change: undo },
};

export const clock: Command = {
  name: 'clock',
  usage: 'WORKSPACE [set | pin | fit | undo] --capture ID …',
  about:
    'Sets the clock of captures already read, without reading them again.\n\n' +
    'set, or no verb: --tz ZONE | --year Y | --shift DURATION | --start T [--interval DURATION] | --drift PPM | --as-read\n' +
    'pin:  --at T --to T: states that its moment T was the moment T of another capture, or that the row on its --line N was the row on --to-line N of --with ID\n' +
    'fit:  shows the corrections with which captures of the same moments agree; --apply sets the clock of --capture by the moments of --with\n' +
    'undo: undoes the last change of any clock; repeated, the changes before it\n\n' +
    'aftertrace ask WORKSPACE clocks shows the clock of each capture, its alignment to UTC, and which of that is a guess.',
  options: {
    ...(capture && { capture: { ...capture, about: 'The capture; may be repeated.' } }),
    tz: { value: 'ZONE', about: 'Zone of its wall clock: Europe/Berlin or +02:00.' },
    year: { value: 'Y', about: 'Year of its first row, if its times lack the year.' },
    shift: { value: 'DURATION', about: 'Add this to all its times: 1.5s, --shift=-200ms.' },
    start: { value: 'T', about: 'Time of its first row: ISO 8601 (without a zone: UTC) or epoch seconds.' },
    drift: {
      value: 'PPM',
      about: 'Correction of its rate: --drift=-12.5 moves a row after 100 s 1.25 ms earlier.',
    },
    'as-read': {
      about: 'Reverts to the clock as read from the file. Applied before other settings.',
    },
    interval: { value: 'DURATION', about: 'With --start: time between samples that have no time.' },
    at: {
      value: 'T',
      about:
        'pin: a moment on the current clock of the capture; if it is not aligned, seconds on its own clock.',
    },
    to: { value: 'T', about: 'pin: the correct time of that moment.' },
    line: { value: 'N', about: 'pin: the event on this line of the capture, instead of --at.' },
    'to-line': { value: 'N', about: 'pin: the event on this line of --with, instead of --to.' },
    with: { value: 'ID', about: 'pin, fit: the other capture.' },
    apply: { about: 'fit: sets the clock. Without it, nothing changes.' },
    ...rowOptions,
    ...outputOptions,
  },
  words: { min: 1, max: 2 },
  async run(args, io) {
    const [path, word] = [args.word(0), args.words[1]];
    const verb: Verb | undefined = word === undefined ? { question: 'captures', change: set } : verbs[word];
    if (!verb) throw new UsageError(`Unknown verb "${word}": use ${Object.keys(verbs).join(', ')} or none.`);
    const captures = args.texts('capture').map(text => integer('capture', text));
    if (captures.length === 0 && (verb.change === set || verb.change === pin))
      throw new UsageError('--capture is missing: name the capture by its id.');
    if (verb.change === set && changesOf(args).length === 0)
      throw new UsageError(
        'There is nothing to set: give --tz, --year, --shift, --start, --drift or --as-read.',
      );
    await withEngine(path, io, engine => verb.change(engine, args, captures, io), { isKillable: true });
    const { question } = verb;
    const other = args.text('with');
    const params = question === 'clock-fits' && other !== undefined ? { by: other } : {};
    await printAnswer(io, path, { question, params, scope: { captures } }, args, formOf(args, forms));
    return 0;
  },
};

async function set(engine: LocalEngine, args: Args, captures: readonly number[]): Promise<void> {
  const changes = changesOf(args);
  for (const id of captures) await engine.setClock(id, ...changes);
}

async function pin(engine: LocalEngine, args: Args, captures: readonly number[]): Promise<void> {
  const [id, second] = captures;
  if (id === undefined || second !== undefined) throw new UsageError('pin takes one --capture.');
  const other = args.text('with');
  const by = other === undefined ? null : integer('with', other);
  const from = await moment(engine, args, id, 'at', 'line');
  const to = await moment(engine, args, by, 'to', 'to-line');
  await engine.setClock(id, { pin: { from, to, by } });
}

/** A moment given as a time, or as a line of a capture. */
async function moment(
  engine: LocalEngine,
  args: Args,
  capture: number | null,
  option: 'at' | 'to',
  lineOption: 'line' | 'to-line',
): Promise<bigint> {
  const [timeText, line] = [args.text(option), args.text(lineOption)];
  if (timeText !== undefined) return time(option, timeText);
  if (line === undefined) throw new UsageError(`pin needs --${option} or --${lineOption}.`);
  if (capture === null) throw new UsageError('--to-line needs --with: the capture that has the line.');
  return engine.momentOfLine(capture, integer(lineOption, line));
}

async function fit(engine: LocalEngine, args: Args, captures: readonly number[]): Promise<void> {
  if (!args.flag('apply')) return;
  const other = args.text('with');
  if (captures.length === 0 || other === undefined)
    throw new UsageError(
      'fit --apply needs --capture and --with: the capture to move, and the one that recorded the same.',
    );
  for (const id of captures) await engine.setClock(id, { fit: { by: integer('with', other) } });
}

async function undo(engine: LocalEngine, _args: Args, _captures: readonly number[], io: Io): Promise<void> {
  const { clockChange } = await engine.workspace();
  await engine.undoClock();
  io.say(clockChange === null ? 'No change of a clock is left to undo.' : `Undone: ${clockChange}.`);
}

/**
 * Changes in the order in which each keeps its meaning: the wall clock first, then shifts of the whole
 * capture.
 */
function changesOf(args: Args): readonly ClockChange[] {
  const zone = args.text('tz');
  const year = args.text('year');
  const shift = args.text('shift');
  const start = args.text('start');
  const interval = args.text('interval');
  const drift = args.text('drift');
  if (interval !== undefined && start === undefined)
    throw new UsageError('--interval needs --start, the time of the first sample.');
  return [
    ...(args.flag('as-read') ? [{ asRead: true } as const] : []),
    ...(zone === undefined ? [] : [{ zone }]),
    ...(year === undefined ? [] : [{ year: integer('year', year) }]),
    ...(shift === undefined ? [] : [{ shift: duration('shift', shift) }]),
    ...(start === undefined
      ? []
      : [
          {
            start: time('start', start),
            ...compact({
              interval: interval === undefined ? undefined : Number(duration('interval', interval)),
            }),
          },
        ]),
    ...(drift === undefined ? [] : [{ drift: Math.round(number('drift', drift) * 1000) }]),
  ];
}
