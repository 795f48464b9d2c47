/** Every row table that is a view over stored tables. */
import { eventPacking } from './events.ts';
import { metricPacking } from './metrics.ts';
import type { Packing } from './packing.ts';

export const packings: readonly Packing[] = [eventPacking, metricPacking];
