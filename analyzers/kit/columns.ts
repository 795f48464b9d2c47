/** Columns that several questions share, so that they read the same everywhere. */
import type { AnswerColumn } from '../contract.ts';

export const process: AnswerColumn = {
  name: 'process',
  kind: 'text',
  refers: 'process',
  about: 'Name of the process in the capture.',
};
export const pid: AnswerColumn = {
  name: 'pid',
  kind: 'integer',
  refers: 'pid',
  about: 'Process id; null if unknown.',
};
export const tid: AnswerColumn = {
  name: 'tid',
  kind: 'integer',
  refers: 'thread',
  about: 'Thread id; null if unknown.',
};
export const samples: AnswerColumn = {
  name: 'samples',
  title: '',
  kind: 'integer',
  unit: 'samples',
  about: 'Samples in scope.',
};
export const func: AnswerColumn = {
  name: 'function',
  kind: 'code',
  refers: 'function',
  about: 'Function name.',
};
export const module: AnswerColumn = {
  name: 'module',
  kind: 'code',
  refers: 'module',
  about: 'Module as the capture names it.',
};
export const self: AnswerColumn = {
  name: 'self',
  kind: 'integer',
  unit: 'samples',
  about: 'Samples taken in it.',
};
export const total: AnswerColumn = {
  name: 'total',
  title: '',
  kind: 'integer',
  unit: 'samples',
  about: 'Samples taken in it or in anything it called; each sample counts once.',
};
export const selfPercent: AnswerColumn = {
  name: 'self_percent',
  title: 'self',
  kind: 'percent',
  unit: '%',
  about: 'Self as a share of all samples in scope.',
};
export const totalPercent: AnswerColumn = {
  name: 'total_percent',
  title: 'total',
  kind: 'percent',
  unit: '%',
  about: 'Total as a share of all samples in scope.',
};
export const percent: AnswerColumn = {
  name: 'percent',
  title: 'share',
  kind: 'percent',
  unit: '%',
  about: 'Share of all samples in scope, or of the amount that the question adds up.',
};
/** Beside `self` and `total`, of which it is the share of the second. */
export const percentOfTotal: AnswerColumn = { ...percent, title: 'total' };
