import type { ClassId, FrameId, Output, SeriesId, ShapeId, StackId, TextId, ThreadId } from '../contract.ts';

const nothing = (): void => undefined;

/** An {@link Output} to which nothing matters. */
export const ignore: Output = {
  text: () => 0 as TextId,
  string: () => 0 as TextId,
  newTexts: () => 0 as TextId,
  value: () => 0,
  looseValues: () => -2,
  frame: () => 0 as FrameId,
  stack: () => 0 as StackId,
  thread: () => 0 as ThreadId,
  series: () => 0 as SeriesId,
  shape: () => 0 as ShapeId,
  eventClass: () => 0 as ClassId,
  keep: make => make(),
  sample: nothing,
  event: nothing,
  eventRun: nothing,
  metric: nothing,
  metricRun: nothing,
  clock: nothing,
  about: nothing,
  problem: nothing,
  ledger: nothing,
};
