/** Keys while the timeline has the focus. */
export const timelineKeys: readonly (readonly [keys: string, what: string])[] = [
  ['w s', 'zoom in, zoom out'],
  ['a d', 'earlier, later'],
  ['← →', 'on an edge of the selected time: move it (Shift: further)'],
];
