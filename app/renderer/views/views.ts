import type { ComponentType } from 'react';
import { CallTree, InvertedTree } from './call-tree.tsx';
import { Callers } from './callers.tsx';
import { Events } from './events/events.tsx';
import { Functions } from './functions.tsx';
import { Metrics } from './metrics/metrics.tsx';
import { Modules } from './modules.tsx';
import { Overview } from './overview.tsx';
import { Problems } from './problems.tsx';

export interface View {
  readonly id: string;
  readonly title: string;
  readonly component: ComponentType;
  /** The table it needs rows of; without it, the view says so. */
  readonly needs?: string;
  /** The questions it shows: they are not offered a second time as plain tables. */
  readonly questions: readonly string[];
}

/** The tabs, in the order of the keys 1 to 9. */
export const views: readonly View[] = [
  { id: 'overview', title: 'Overview', component: Overview, questions: ['captures'] },
  { id: 'functions', title: 'Functions', component: Functions, needs: 'sample', questions: ['functions'] },
  { id: 'call-tree', title: 'Call tree', component: CallTree, needs: 'sample', questions: ['call-tree'] },
  {
    id: 'inverted-tree',
    title: 'Inverted',
    component: InvertedTree,
    needs: 'sample',
    questions: ['inverted-tree'],
  },
  { id: 'callers', title: 'Callers', component: Callers, needs: 'sample', questions: ['caller-callee'] },
  {
    id: 'modules',
    title: 'Modules',
    component: Modules,
    needs: 'sample',
    questions: ['modules', 'module-callers'],
  },
  {
    id: 'events',
    title: 'Events',
    component: Events,
    needs: 'event',
    questions: ['events', 'event-kinds', 'record', 'templates', 'template-rates', 'levels', 'exceptions'],
  },
  {
    id: 'metrics',
    title: 'Metrics',
    component: Metrics,
    needs: 'metric',
    questions: ['series', 'metric-tracks', 'saturation', 'balance'],
  },
  { id: 'problems', title: 'Problems', component: Problems, questions: ['problems'] },
];
