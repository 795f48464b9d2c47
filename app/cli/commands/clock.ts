/** Overrules what was guessed about a capture's clock, without reading it again. */
import type { ClockChange } from '../../contract.ts';
import { type Args, type Command, UsageError } from '../command.ts';
import { formOf, forms, outputOptions, rowOptions } from '../output.ts';
import { printAnswer } from '../print-answer.ts';
import { compact, scopeOptions } from '../scope.ts';
import { withEngine } from '../session.ts';
import { duration, integer, time } from '../values.ts';

const { capture } = scopeOptions;

export const clock: Command = {
  name: 'clock',
  usage:
    'WORKSPACE --capture ID --tz ZONE | --year Y | --shift DURATION | --start T [--interval DURATION] | --as-read',
  about:
    'Sets the clock of captures already read, without reading them again.\n' +
    'What clock a capture has, and what of it is a guess, is in aftertrace captures.',
  options: {
    ...(capture && { capture: { ...capture, about: 'The capture; may be repeated.' } }),
    tz: { value: 'ZONE', about: 'Zone its wall clock stood in: Europe/Berlin or +02:00.' },
    year: { value: 'Y', about: 'Year of its first row, where its times leave out the year.' },
    shift: { value: 'DURATION', about: 'Add this to all its times: 1.5s, --shift=-200ms.' },
    start: { value: 'T', about: 'When its first row was: ISO 8601 (without a zone: UTC) or epoch seconds.' },
    'as-read': {
      about: 'Back to what the file was read as, whatever was set since. Goes before what else is set.',
    },
    interval: { value: 'DURATION', about: 'With --start: time between samples that have no time.' },
    ...rowOptions,
    ...outputOptions,
  },
  words: { min: 1, max: 1 },
  async run(args, io) {
    const ids = args.texts('capture').map(text => integer('capture', text));
    if (ids.length === 0) throw new UsageError('--capture is missing: name the capture by its id.');
    const changes = changesOf(args);
    if (changes.length === 0)
      throw new UsageError('There is nothing to set: give --tz, --year, --shift, --start or --as-read.');
    const path = args.word(0);
    await withEngine(path, io, async engine => {
      for (const id of ids) for (const change of changes) await engine.setClock(id, change);
    });
    await printAnswer(
      io,
      path,
      { question: 'captures', params: {}, scope: { captures: ids } },
      args,
      formOf(args, forms),
    );
    return 0;
  },
};

/** In an order that leaves each its meaning: the wall clock first, then what moves the whole. */
function changesOf(args: Args): readonly ClockChange[] {
  const zone = args.text('tz');
  const year = args.text('year');
  const shift = args.text('shift');
  const start = args.text('start');
  const interval = args.text('interval');
  if (interval !== undefined && start === undefined)
    throw new UsageError('--interval needs --start: when the first sample was taken.');
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
  ];
}
