/**
 * Rows of an answer as Arrow, for other tools.
 *
 * `text`, `code`: Dictionary<Int32, Utf8>; `time`: Timestamp[ns, UTC]; all others: Float64. Nulls are nulls.
 */
import {
  type Data,
  Dictionary,
  Field,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampNanosecond,
  Utf8,
  Vector,
} from 'apache-arrow';
import type { AnswerColumn, AnswerData, Note, Texts } from '../../analyzers/contract.ts';
import { ownClockStart } from '../../analyzers/kit/notes.ts';
import { nullWide } from '../../workspace/query.ts';
import type { AnswerPage } from '../contract.ts';

export function toArrow(
  columns: readonly AnswerColumn[],
  { rows, data }: AnswerPage,
  form: 'stream' | 'file',
  notes: readonly Note[] = [],
): Uint8Array {
  // Times on a capture's own clock have no zone.
  const zone = ownClockStart(notes) === null ? 'UTC' : null;
  const children = data.map(each => columnData(each, zone));
  const fields = columns.map((column, i) => new Field(column.name, children[i]!.type, true));
  const schema = new Schema(fields);
  const struct = makeData({ type: new Struct(fields), length: rows, nullCount: 0, children });
  const batch = new RecordBatch(schema, struct);
  const Writer = form === 'stream' ? RecordBatchStreamWriter : RecordBatchFileWriter;
  const writer = new Writer();
  writer.write(batch);
  writer.finish();
  return writer.toUint8Array(true);
}

function columnData(data: AnswerData, zone: 'UTC' | null): Data {
  if (data instanceof Float64Array)
    return makeData({ type: new Float64(), data, ...validity(data.length, i => !Number.isNaN(data[i])) });
  if (data instanceof BigInt64Array)
    return makeData({
      type: new TimestampNanosecond(zone),
      data,
      ...validity(data.length, i => data[i] !== nullWide),
    });
  return textData(data);
}

function textData({ index, values }: Texts): Data {
  return makeData({
    type: new Dictionary(new Utf8(), new Int32()),
    // The index of a null is not read, but must be within the dictionary.
    data: index.map(at => Math.max(at, 0)),
    dictionary: new Vector([utf8Data(values)]),
    ...validity(index.length, i => index[i]! >= 0),
  });
}

function utf8Data(texts: readonly string[]): Data<Utf8> {
  const bytes = texts.map(text => Buffer.from(text));
  const valueOffsets = new Int32Array(texts.length + 1);
  bytes.forEach((text, i) => {
    valueOffsets[i + 1] = valueOffsets[i]! + text.length;
  });
  return makeData({
    type: new Utf8(),
    length: texts.length,
    nullCount: 0,
    valueOffsets,
    data: Buffer.concat(bytes),
  });
}

function validity(length: number, isValid: (i: number) => boolean) {
  const nullBitmap = new Uint8Array(Math.ceil(length / 8));
  let nullCount = 0;
  for (let i = 0; i < length; i++) {
    if (isValid(i)) nullBitmap[i >> 3]! |= 1 << (i & 7);
    else nullCount++;
  }
  return { length, nullCount, nullBitmap };
}
