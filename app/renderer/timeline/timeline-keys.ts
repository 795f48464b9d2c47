/** Keys while the timeline has the focus. */
export const timelineKeys: readonly (readonly [keys: string, what: string])[] = [
  ['w s', 'zoom in, zoom out'],
  ['a d', 'earlier, later'],
  ['t', 'add a track'],
  ['x', 'mark the moment under the pointer, or the measured or selected time'],
  ['← →', 'on an edge of the selected time: move it (Shift: further)'],
  ['↑ ↓', 'on a track: focus the one above, below'],
  ['Alt+↑ Alt+↓', 'on a track: move it up, down'],
  ['Shift+↑ Shift+↓', 'on a track: reduce, increase its height'],
  ['Enter', 'on a track: fold it, or unfold it'],
  ['→ ←', 'on a track: to the keys of its legend, and back; Enter shows only one, Ctrl+Enter hides it'],
  ['k', 'on a track: pin it on top, or unpin it'],
  ['Delete', 'on a track: remove it'],
];
