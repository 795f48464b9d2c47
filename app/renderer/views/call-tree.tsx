import { shapes } from '../shapes/shapes.ts';

const { component: Tree } = shapes.tree;

export const CallTree = () => <Tree question="call-tree" params={byProcess} label="Call tree" {...drawn} />;
export const InvertedTree = () => (
  <Tree question="inverted-tree" params={none} label="Inverted tree" {...drawn} />
);

const none = {};
const byProcess = { root: 'process' };
const drawn = {
  isMain: true,
  empty: 'No samples in this scope: take a part of it away above.',
  columns: { order: ['percent', 'total', 'self', 'function', 'module'] },
};
