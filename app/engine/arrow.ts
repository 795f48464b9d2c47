/**
 * Rows of an answer as Arrow, the form in which they travel.
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
import type { AnswerData, Texts } from '../../analyzers/contract.ts';
import { nullWide } from '../../workspace/query.ts';
import type { HeldAnswer } from './held.ts';

export function toArrow({ answer }: HeldAnswer, rows: Uint32Array, form: 'stream' | 'file'): Uint8Array {
  const children = answer.data.map(data => columnData(data, rows));
  const fields = answer.columns.map((column, i) => new Field(column.name, children[i]!.type, true));
  const schema = new Schema(fields);
  const struct = makeData({ type: new Struct(fields), length: rows.length, nullCount: 0, children });
  const batch = new RecordBatch(schema, struct);
  const Writer = form === 'stream' ? RecordBatchStreamWriter : RecordBatchFileWriter;
  const writer = new Writer();
  writer.write(batch);
  writer.finish();
  return writer.toUint8Array(true);
}

function columnData(data: AnswerData, rows: Uint32Array): Data {
  if (data instanceof Float64Array) {
    const values = Float64Array.from(rows, row => data[row]!);
    return makeData({
      type: new Float64(),
      data: values,
      ...validity(rows.length, i => !Number.isNaN(values[i])),
    });
  }
  if (data instanceof BigInt64Array) {
    const values = BigInt64Array.from(rows, row => data[row]!);
    return makeData({
      type: new TimestampNanosecond('UTC'),
      data: values,
      ...validity(rows.length, i => values[i] !== nullWide),
    });
  }
  return textData(data, rows);
}

/** Only the texts these rows use are sent: a page of 100 rows must not carry every symbol of the workspace. */
function textData({ index, values }: Texts, rows: Uint32Array): Data {
  const sent = new Map<number, number>();
  const indices = Int32Array.from(rows, row => {
    const value = index[row]!;
    if (value < 0) return 0;
    const known = sent.get(value);
    if (known !== undefined) return known;
    sent.set(value, sent.size);
    return sent.size - 1;
  });
  return makeData({
    type: new Dictionary(new Utf8(), new Int32()),
    data: indices,
    dictionary: new Vector([utf8Data(Array.from(sent.keys(), value => values[value]!))]),
    ...validity(rows.length, i => index[rows[i]!]! >= 0),
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
