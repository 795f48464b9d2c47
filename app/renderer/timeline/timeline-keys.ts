/** Keys while the timeline has the focus. */
export const timelineKeys: readonly (readonly [keys: string, what: string])[] = [
  ['w s', 'zoom in, zoom out'],
  ['a d', 'earlier, later'],
  ['t', 'add a track'],
  ['x', 'mark the moment under the pointer, or what is measured or selected'],
  ['← →', 'on an edge of the selected time: move it (Shift: further)'],
  ['↑ ↓', 'on a track: to the one above, below'],
  ['Alt+↑ Alt+↓', 'on a track: move it up, down'],
  ['Shift+↑ Shift+↓', 'on a track: lower, higher'],
  ['Enter', 'on a track: fold it, or unfold it'],
  ['k', 'on a track: keep it on top, or let it scroll'],
  ['Delete', 'on a track: remove it'],
];
