import { type AnswerColumn, AskError, type Note, type Texts } from '../../contract.ts';
import { amountOf, answer, durationText, nothing, percent, pick, texts } from '../../kit/answer.ts';
import { captureFacts, threadFacts } from '../../kit/catalog.ts';
import * as column from '../../kit/columns.ts';
import { note, onceEach } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { textsById } from '../../kit/texts.ts';
import { withIds } from '../../kit/with-ids.ts';
import { callNodes } from '../../stacks/call-nodes.ts';
import { axisOf, zeroOf } from '../../time/span.ts';
import { timesFrom } from '../../time/times.ts';
import type { Boxes } from './boxes.ts';
import { Callees } from './callees.ts';
import { Pixel, sampleBoxes } from './sample-boxes.ts';
import { sliceBoxes } from './slice-boxes.ts';
import { type Band, threadsWithSamples, threadsWithSlices } from './threads.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'band', kind: 'text', about: 'The thread, and whether these are its samples or its slices.' },
  { name: 'depth', kind: 'integer', about: 'Level, from 0 at the root.' },
  {
    ...column.func,
    about:
      'Function, for samples. For a box that merges several too short to draw: the one with most time among those that the box above calls.',
  },
  column.module,
  {
    name: 'slice',
    kind: 'code',
    about: 'Name of the slice, for slices; for a merged box, the one with most time.',
  },
  { name: 'time', kind: 'time', about: 'Begin of the box.' },
  {
    name: 'duration',
    kind: 'duration',
    about: 'Time that consecutive samples had the function, or that the slice took, within the scope.',
  },
  {
    name: 'covered',
    kind: 'percent',
    unit: '%',
    about: 'Share of the duration spent in this function or slice: less than 100 for a merged box.',
  },
  { name: 'count', kind: 'integer', about: 'Number of samples or slices in the box.' },
  column.process,
  column.tid,
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture of the thread.' },
];

export const flameChart = withIds('function', {
  id: 'flame-chart',
  aliases: ['stack-chart'],
  title: 'Flame chart',
  question: 'What did each thread do from moment to moment?',
  needs: ['sample', 'event'],
  params: {
    of: {
      type: 'choice',
      about: 'Source of the boxes: the stacks of samples, nested slices, or both.',
      choices: ['both', 'samples', 'slices'],
      default: 'both',
    },
    threads: howMany(
      'Number of threads: those in scope with most samples, and those with most time in slices.',
      4,
      100,
    ),
    begin: {
      type: 'text',
      about: 'Begin of the part of the scope that is shown; the threads are chosen by the whole scope.',
      byPicture: true,
      is: 'time',
    },
    end: {
      type: 'text',
      about: 'End of the part of the scope that is shown, exclusive, as `begin`.',
      byPicture: true,
      is: 'time',
    },
    pixels: {
      type: 'number',
      about:
        'Number of parts that the time in scope is divided into: boxes shorter than a part are merged with their neighbours.',
      default: 1500,
      min: 10,
      max: 20_000,
      byPicture: true,
    },
  },
  shape: 'flame-chart',
  columns,
  async answer(ask, params, scope) {
    const axis = await axisOf(ask, scope);
    const maxThreads = Math.floor(params.threads);
    const begin = momentOf('begin', params.begin) ?? scope.from;
    const end = momentOf('end', params.end) ?? scope.to;
    const shown = { ...(begin !== undefined && { from: begin }), ...(end !== undefined && { to: end }) };
    const bandsOf = (choose: typeof threadsWithSamples) => choose(ask, axis.scope, shown, maxThreads);
    const sampled = params.of === 'slices' ? null : await bandsOf(threadsWithSamples);
    const sliced = params.of === 'samples' ? null : await bandsOf(threadsWithSlices);
    const notes: Note[] = [...axis.notes, ...(sampled?.notes ?? []), ...(sliced?.notes ?? [])];
    const bands = [...(sliced?.bands ?? []), ...(sampled?.bands ?? [])];
    if (bands.length === 0) return answer(columns, 0, nothing(columns), { notes: onceEach(notes) });
    const captures = new Map((await captureFacts(ask)).map(each => [each.id, each]));
    const starts = bands.map(
      ({ capture, first }) => zeroOf(captures.get(capture)!) + BigInt(Math.floor(first)),
    );
    const ends = bands.map(({ capture, last }) => zeroOf(captures.get(capture)!) + BigInt(Math.ceil(last)));
    const from = begin ?? starts.sort(ascending)[0]!;
    const to = end ?? ends.sort(ascending).at(-1)! + 1n;
    const minNs = Math.max(1, Number(to - from)) / params.pixels;

    const nodes = await callNodes(ask, scope.group);
    const pixel = new Pixel(new Callees(nodes.parent, nodes.end));
    const drawn = bands.map(band => {
      const zero = zeroOf(captures.get(band.capture)!);
      return drawnOf(band, zero, Number(from - zero), Number(to - zero), minNs, pixel);
    });
    const rows = rowsOf(drawn);
    const { what } = rows;
    const names = await textsById(
      ask,
      drawn.flatMap(({ band, boxes }) =>
        band.samples ? [] : [...new Set(boxes.what.subarray(0, boxes.length))],
      ),
    );
    const threads = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const { ofBand, textOfBand, namesOf } = columnsByBand(bands, rows);
    const isSampled = ({ samples }: Band) => samples !== null;
    const { func, functions } = nodes;
    const placeOfName = new Map([...names.keys()].map((id, place) => [id, place]));
    const hold = Math.max(0, ...bands.map(band => (band.samples ? band.hold : 0)));
    const merged = rows.covered.reduce((sum, share) => sum + (share < 100 ? 1 : 0), 0);
    return answer(
      columns,
      what.length,
      {
        band: textOfBand(({ name }) => name),
        depth: rows.depth,
        function: namesOf(isSampled, node => functions.name[func[node]!]!, functions.names),
        module: namesOf(isSampled, node => functions.module[func[node]!]!, functions.modules),
        slice: namesOf(
          band => !isSampled(band),
          name => placeOfName.get(name) ?? -1,
          [...names.values()],
        ),
        time: rows.time,
        duration: rows.duration,
        covered: rows.covered,
        count: rows.count,
        process: textOfBand(({ thread }) => threads.get(thread)?.process ?? null),
        tid: ofBand(({ thread }) => {
          const tid = threads.get(thread)?.tid ?? -1;
          return tid < 0 ? Number.NaN : tid;
        }),
        capture: ofBand(({ capture }) => capture),
      },
      {
        notes: onceEach([
          ...notes,
          ...(hold > 0 ? [holdNote(hold)] : []),
          ...(merged > 0 ? [mergedNote(merged, minNs)] : []),
        ]),
      },
    );
  },
});

const holdNote = (hold: number): Note =>
  note(
    'samples-hold',
    `A sample stands for the time until the next one, at most ${durationText(hold)}; what ran between two samples is not known.`,
    { holdNs: hold },
  );

const mergedNote = (merged: number, leastNs: number): Note =>
  note(
    'merged',
    `Boxes shorter than ${durationText(leastNs)} are merged with their neighbours, under the name with most time: ${amountOf(merged, 'boxes')}.`,
    { leastNs, merged },
  );

/** The boxes of a band from `first` to `last`, ns from `zero`. */
function drawnOf(band: Band, zero: bigint, first: number, last: number, minNs: number, pixel: Pixel): Drawn {
  const boxes = band.samples
    ? sampleBoxes(band.samples, first, last, band.hold, minNs, pixel)
    : sliceBoxes(band.slices!, first, last, minNs);
  return { band, boxes, order: boxes.inOrder(), zero };
}

/** Makes columns whose values follow from the band of a row. */
function columnsByBand(bands: readonly Band[], { starts, what }: ReturnType<typeof rowsOf>) {
  const ofBand = (value: (band: Band) => number): Float64Array => {
    const values = new Float64Array(what.length);
    bands.forEach((band, at) => {
      values.fill(value(band), starts[at], starts[at + 1]);
    });
    return values;
  };
  return {
    ofBand,
    textOfBand: (value: (band: Band) => string | null): Texts => {
      const { index, values } = texts(bands.map(value));
      return { index: Int32Array.from(ofBand(band => index[bands.indexOf(band)]!)), values };
    },
    /** Names for the rows of the bands for which `hasNames` is true; null in the other rows. */
    namesOf: (
      hasNames: (band: Band) => boolean,
      place: (what: number) => number,
      values: readonly string[],
    ): Texts => {
      const index = new Int32Array(what.length).fill(-1);
      bands.forEach((band, at) => {
        if (!hasNames(band)) return;
        for (let row = starts[at]!; row < starts[at + 1]!; row++) index[row] = place(what[row]!);
      });
      return { index, values };
    },
  };
}

interface Drawn {
  readonly band: Band;
  readonly boxes: Boxes;
  /** Numbers of the boxes, in the order of the rows of the answer. */
  readonly order: Int32Array;
  /** Epoch ns from which the times of the boxes count. */
  readonly zero: bigint;
}

/** The boxes of all bands, column by column: 200,000 objects would take longer than computing the boxes. */
function rowsOf(drawn: readonly Drawn[]) {
  const length = drawn.reduce((sum, { order }) => sum + order.length, 0);
  const rows = {
    /** First row of each band, and the number of rows. */
    starts: [0],
    what: new Int32Array(length),
    depth: new Float64Array(length),
    time: new BigInt64Array(length),
    duration: new Float64Array(length),
    covered: new Float64Array(length),
    count: new Float64Array(length),
  };
  let row = 0;
  for (const { boxes, order, zero } of drawn) {
    rows.time.set(timesFrom(zero, pick(boxes.start, order)), row);
    for (const at of order) {
      const duration = boxes.end[at]! - boxes.start[at]!;
      rows.what[row] = boxes.what[at]!;
      rows.depth[row] = boxes.depth[at]!;
      rows.duration[row] = duration;
      rows.covered[row] = percent(Math.max(boxes.time[at]!, 1), Math.max(duration, 1));
      rows.count[row++] = boxes.count[at]!;
    }
    rows.starts.push(row);
  }
  return rows;
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : 1);

function momentOf(name: string, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d{1,19}$/.test(text)) return BigInt(text);
  throw new AskError('bad-parameter', `"${name}" takes ns since 1970, not "${text}".`);
}
