import type { Refers } from './contract.ts';

/** Whether a number is an identifier, which is printed without grouping so that it can be copied, or an amount. */
const ids: Readonly<Record<Refers, boolean>> = {
  pid: true,
  thread: true,
  cpu: true,
  capture: true,
  event: true,
  line: true,
  node: true,
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
