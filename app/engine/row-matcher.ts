/** Which rows of an answer in memory a search stops at. */
import type { Answer, AnswerData, Target, Texts } from '../../analyzers/contract.ts';
import { nullWide } from '../../workspace/query.ts';
import { EngineError } from './errors.ts';

export type RowMatcher = (row: number) => boolean;

/** @throws EngineError if a column is not there, or holds nothing of that kind */
export function matcherOf(answer: Answer, target: Target): RowMatcher {
  const column = (name: string) => columnOf(answer, name, 'look in');
  if ('contains' in target) return containing(answer.data, target.contains);
  if ('line' in target) {
    const [capture, line] = [column('capture'), column('line')];
    if (capture instanceof Float64Array && line instanceof Float64Array)
      return row => capture[row] === target.capture && line[row] === target.line;
    throw new EngineError('bad-request', 'The columns capture and line hold no numbers.');
  }
  if ('at' in target) return covering(answer, target.at, target.tid);
  const data = column(target.column);
  if ('since' in target && data instanceof BigInt64Array)
    return row => data[row] !== nullWide && data[row]! >= target.since;
  if ('among' in target && isTexts(data)) {
    const hits = data.values.map(value => target.among.includes(value));
    return row => hits[data.index[row]!] ?? false;
  }
  throw new EngineError('bad-request', `The column "${target.column}" holds nothing of that kind.`);
}

/** Matches rows of a thread whose duration covers the moment `at`. */
function covering(answer: Answer, at: bigint, tid: number): RowMatcher {
  const [time, duration, tids] = ['time', 'duration', 'tid'].map(name => columnOf(answer, name, 'look in'));
  if (!(time instanceof BigInt64Array && duration instanceof Float64Array && tids instanceof Float64Array))
    throw new EngineError('bad-request', 'The columns time, duration and tid hold no times and numbers.');
  return row =>
    tids[row] === tid &&
    time[row] !== nullWide &&
    time[row]! <= at &&
    Number(at - time[row]!) < duration[row]!;
}

/** Matches rows that contain the needle in a text column, ignoring case. Tests each distinct text once. */
function containing(data: readonly AnswerData[], needle: string): RowMatcher {
  const folded = needle.toLowerCase();
  const columns = data.flatMap(column =>
    isTexts(column)
      ? [{ index: column.index, hits: column.values.map(value => value.toLowerCase().includes(folded)) }]
      : [],
  );
  return row => columns.some(({ index, hits }) => hits[index[row]!]);
}

export function isTexts(data: AnswerData): data is Texts {
  return !ArrayBuffer.isView(data);
}

/** @throws EngineError if it has no such column */
export function columnOf({ columns, data }: Answer, name: string, purpose: string): AnswerData {
  const found = data[columns.findIndex(column => column.name === name)];
  if (found) return found;
  throw new EngineError('bad-request', `The answer has no column "${name}" to ${purpose}.`);
}
