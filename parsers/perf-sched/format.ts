import type { Format } from '../contract.ts';
import { perfSchedLatencyEntry, perfSchedMapEntry, perfTimehistEntry } from './entry.ts';
import { LatencyReader } from './latency.ts';
import { MapReader } from './map.ts';
import { TimehistReader } from './timehist.ts';

export const perfTimehist: Format = {
  ...perfTimehistEntry,
  open: (out, options) => new TimehistReader(out, options),
};

export const perfSchedLatency: Format = {
  ...perfSchedLatencyEntry,
  open: (out, options) => new LatencyReader(out, options),
};

export const perfSchedMap: Format = {
  ...perfSchedMapEntry,
  open: (out, options) => new MapReader(out, options),
};
