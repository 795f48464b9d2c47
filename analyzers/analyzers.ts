/** The registry: the import and the entry of each question, in the order the window shows them. */

import type { Analyzer } from './contract.ts';
import { allProcesses } from './questions/all-processes/all-processes.ts';
import { balance } from './questions/balance/balance.ts';
import { callTree } from './questions/call-tree/call-tree.ts';
import { callerCallee } from './questions/caller-callee/caller-callee.ts';
import { captures } from './questions/captures/captures.ts';
import { clockAnchors } from './questions/clock-anchors/clock-anchors.ts';
import { clockFits } from './questions/clock-fits/clock-fits.ts';
import { clockResiduals } from './questions/clock-residuals/clock-residuals.ts';
import { clocks } from './questions/clocks/clocks.ts';
import { correlate } from './questions/correlate/correlate.ts';
import { cpuHeat } from './questions/cpu-heat/cpu-heat.ts';
import { diskIo } from './questions/disk-io/disk-io.ts';
import { diskIoRate } from './questions/disk-io-rate/disk-io-rate.ts';
import { emptied } from './questions/emptied/emptied.ts';
import { eventKinds } from './questions/event-kinds/event-kinds.ts';
import { events } from './questions/events/events.ts';
import { exceptions } from './questions/exceptions/exceptions.ts';
import { fieldHistogram } from './questions/field-histogram/field-histogram.ts';
import { flame } from './questions/flame/flame.ts';
import { flameChart } from './questions/flame-chart/flame-chart.ts';
import { functions } from './questions/functions/functions.ts';
import { heat } from './questions/heat/heat.ts';
import { histograms } from './questions/histograms/histograms.ts';
import { invertedTree } from './questions/inverted-tree/inverted-tree.ts';
import { kinds } from './questions/kinds/kinds.ts';
import { latencyHeat } from './questions/latency-heat/latency-heat.ts';
import { levels } from './questions/levels/levels.ts';
import { matches } from './questions/matches/matches.ts';
import { metric } from './questions/metric/metric.ts';
import { metricTracks } from './questions/metric-tracks/metric-tracks.ts';
import { moduleCallers } from './questions/module-callers/module-callers.ts';
import { modules } from './questions/modules/modules.ts';
import { onset } from './questions/onset/onset.ts';
import { percentiles } from './questions/percentiles/percentiles.ts';
import { problems } from './questions/problems/problems.ts';
import { processes } from './questions/processes/processes.ts';
import { ranInstead } from './questions/ran-instead/ran-instead.ts';
import { ratio } from './questions/ratio/ratio.ts';
import { readyTime } from './questions/ready-time/ready-time.ts';
import { record } from './questions/record/record.ts';
import { requests } from './questions/requests/requests.ts';
import { running } from './questions/running/running.ts';
import { saturation } from './questions/saturation/saturation.ts';
import { scatter } from './questions/scatter/scatter.ts';
import { search } from './questions/search/search.ts';
import { searchFacets } from './questions/search-facets/search-facets.ts';
import { searchFieldsQuestion } from './questions/search-fields/search-fields.ts';
import { searchHistogram } from './questions/search-histogram/search-histogram.ts';
import { searchNames } from './questions/search-names/search-names.ts';
import { series } from './questions/series/series.ts';
import { sliceTracks } from './questions/slice-tracks/slice-tracks.ts';
import { slices } from './questions/slices/slices.ts';
import { sql } from './questions/sql/sql.ts';
import { sqlTables } from './questions/sql-tables/sql-tables.ts';
import { stateAt } from './questions/state-at/state-at.ts';
import { stateIntervals } from './questions/state-intervals/state-intervals.ts';
import { symbols } from './questions/symbols/symbols.ts';
import { syscalls } from './questions/syscalls/syscalls.ts';
import { templateRates } from './questions/template-rates/template-rates.ts';
import { templates } from './questions/templates/templates.ts';
import { threadStates } from './questions/thread-states/thread-states.ts';
import { threads } from './questions/threads/threads.ts';
import { timeline } from './questions/timeline/timeline.ts';
import { unmatched } from './questions/unmatched/unmatched.ts';
import { waits } from './questions/waits/waits.ts';
import { waterfall } from './questions/waterfall/waterfall.ts';
import { who } from './questions/who/who.ts';

export const analyzers: readonly Analyzer[] = [
  callTree,
  invertedTree,
  flame,
  flameChart,
  functions,
  callerCallee,
  matches,
  modules,
  moduleCallers,
  processes,
  threads,
  allProcesses,
  who,
  kinds,
  waits,
  readyTime,
  ranInstead,
  threadStates,
  stateIntervals,
  stateAt,
  running,
  slices,
  requests,
  waterfall,
  sliceTracks,
  syscalls,
  diskIo,
  diskIoRate,
  latencyHeat,
  fieldHistogram,
  percentiles,
  histograms,
  onset,
  correlate,
  timeline,
  heat,
  cpuHeat,
  events,
  search,
  searchHistogram,
  searchFacets,
  searchFieldsQuestion,
  searchNames,
  sql,
  sqlTables,
  eventKinds,
  record,
  templates,
  levels,
  exceptions,
  templateRates,
  saturation,
  balance,
  series,
  metric,
  metricTracks,
  ratio,
  scatter,
  captures,
  clocks,
  clockFits,
  clockAnchors,
  clockResiduals,
  emptied,
  unmatched,
  problems,
  symbols,
];
