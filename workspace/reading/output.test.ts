/** One output is used for several files in turn. */
import { expect, it } from 'vitest';
import { firstWhole } from '../../parsers/bulk.ts';
import { type EventRow, none, type TextId } from '../../parsers/contract.ts';
import { PartOutput } from './output.ts';

it('an output reuses arrays for the next file, without the rows that a failed reader left in them', () => {
  const begun = () => {
    const output = new PartOutput();
    output.begin(0, 0);
    return output;
  };
  const cycles = new TextEncoder().encode('cycles');
  const failed = begun();
  failed.sample(5, 0, none, failed.text(cycles, 0, 6), 1, 1, none);
  failed.row('histogram', {
    series: failed.series({
      object: '',
      counter: 'c',
      unit: '',
      instance: null,
      host: null,
      cumulative: false,
    }),
    ts: 5,
    low: 0,
    high: 1,
    count: 1,
  });
  failed.close();
  const next = begun();
  expect(next.take(true).blocks).toEqual([]);
  next.sample(7, 1, none, next.text(cycles, 0, 6), 2, 3, none);
  const [block] = next.take(true).blocks;
  expect(block).toMatchObject({ table: 'sample', rows: 1 });
  expect(block?.columns[0]).toEqual(Float64Array.of(7));
});

it('an output has the same rows whether they are added by column or one by one', () => {
  const begun = () => {
    const output = new PartOutput();
    output.begin(0, 100);
    const kind = output.string('sched:sched_switch');
    const schema = output.fieldSchema([{ key: 'n', type: 'number', whole: true }]);
    const thread = output.thread(kind, 1, 2);
    return { output, kind, schema, thread, stack: output.stack(none, output.frame(kind, kind)) };
  };
  const encode = (text: string) => new TextEncoder().encode(text);
  const event = (of: Partial<EventRow>, { kind }: { kind: TextId }): EventRow => {
    const bytes = encode('ab');
    const nothing = {
      duration: Number.NaN,
      thread: none,
      cpu: -1,
      fieldSchema: none,
      fields: [],
      stack: none,
    } as const;
    return {
      ts: 5,
      kind,
      message: { bytes, start: 0, end: 2 },
      line: 1,
      lines: 1,
      offset: 7,
      ...nothing,
      ...of,
    };
  };
  const alone = begun();
  const { output: one, schema, thread, stack } = alone;
  one.event(event({ duration: 9, thread, cpu: 3, fieldSchema: schema, fields: [6], stack }, alone));
  one.event(event({ ts: 6, message: null, line: 2, offset: 8 }, alone));
  one.sample(5, 2, thread, alone.kind, 1, 4, stack);
  const other = begun();
  const { output } = other;
  output.eventColumns({
    rows: 2,
    class: Int32Array.of(
      output.eventClass(other.kind, none, none, none, other.schema),
      output.eventClass(other.kind, none, none, none, none),
    ),
    ts: Float64Array.of(5, 6),
    duration: Float64Array.of(9, Number.NaN),
    thread: Int32Array.of(other.thread, none),
    cpu: Int32Array.of(3, -1),
    stack: Int32Array.of(other.stack, none),
    values: Int32Array.of(firstWhole + 6),
    valueLengths: Int32Array.of(1, 0),
    numbers: new Float64Array(0),
    numberLengths: Int32Array.of(0, 0),
    messages: encode('ab'),
    messageLengths: Int32Array.of(2, -1),
    line: 1,
    offset: Float64Array.of(7, 8),
  });
  const ints = (value: number) => Int32Array.of(value);
  output.sampleColumns({
    rows: 1,
    ts: Float64Array.of(5),
    cpu: ints(2),
    thread: ints(other.thread),
    kind: ints(other.kind),
    weight: Float64Array.of(1),
    period: Float64Array.of(4),
    stack: ints(other.stack),
  });
  expect([output.first, output.last]).toEqual([one.first, one.last]);
  expect(output.take(true)).toEqual(one.take(true));
});
