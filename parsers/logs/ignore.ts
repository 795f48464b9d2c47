import type { BulkOutput, ClassId } from '../bulk.ts';
import type { FieldSchemaId, FrameId, SeriesId, StackId, TextId, ThreadId } from '../contract.ts';

const nothing = (): void => undefined;

/** A {@link BulkOutput} that ignores everything. */
export const ignore: BulkOutput = {
  text: () => 0 as TextId,
  string: () => 0 as TextId,
  newTexts: () => 0 as TextId,
  fieldValue: () => 0,
  uninternedValues: () => -2,
  frame: () => 0 as FrameId,
  stack: () => 0 as StackId,
  thread: () => 0 as ThreadId,
  series: () => 0 as SeriesId,
  fieldSchema: () => 0 as FieldSchemaId,
  eventClass: () => 0 as ClassId,
  classOfDifferingZone: () => 0 as ClassId,
  keep: make => make(),
  sample: nothing,
  event: nothing,
  eventColumns: nothing,
  sampleColumns: nothing,
  metric: nothing,
  row: nothing,
  metricRow: nothing,
  clock: nothing,
  about: nothing,
  problem: nothing,
  ledger: nothing,
};
