import type { Refers } from '../contract.ts';

/** Distinguishes identifiers, which are printed without grouping so that they can be copied, from amounts. */
const ids: Readonly<Record<Refers, boolean>> = {
  pid: true,
  thread: true,
  cpu: true,
  capture: true,
  event: true,
  line: true,
  node: true,
  moment: true,
  signal: false,
  function: false,
  module: false,
  process: false,
  host: false,
  series: false,
  component: false,
  template: false,
  kind: false,
  level: false,
  slice: false,
  request: false,
};

export const isId = (refers: Refers | undefined): boolean => refers !== undefined && ids[refers];
