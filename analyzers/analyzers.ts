/** The registry: the import and the entry of each question, in the order the window shows them. */
import { allProcesses } from './all-processes/all-processes.ts';
import { balance } from './balance/balance.ts';
import { callTree } from './call-tree/call-tree.ts';
import { callerCallee } from './caller-callee/caller-callee.ts';
import { captures } from './captures/captures.ts';
import { clockAnchors } from './clock-anchors/clock-anchors.ts';
import { clockFits } from './clock-fits/clock-fits.ts';
import { clockResiduals } from './clock-residuals/clock-residuals.ts';
import { clocks } from './clocks/clocks.ts';
import type { Analyzer } from './contract.ts';
import { correlate } from './correlate/correlate.ts';
import { cpuHeat } from './cpu-heat/cpu-heat.ts';
import { diskIo } from './disk-io/disk-io.ts';
import { diskIoRate } from './disk-io-rate/disk-io-rate.ts';
import { emptied } from './emptied/emptied.ts';
import { eventKinds } from './event-kinds/event-kinds.ts';
import { events } from './events/events.ts';
import { exceptions } from './exceptions/exceptions.ts';
import { fieldHistogram } from './field-histogram/field-histogram.ts';
import { flame } from './flame/flame.ts';
import { flameChart } from './flame-chart/flame-chart.ts';
import { functions } from './functions/functions.ts';
import { heat } from './heat/heat.ts';
import { histograms } from './histograms/histograms.ts';
import { invertedTree } from './inverted-tree/inverted-tree.ts';
import { kinds } from './kinds/kinds.ts';
import { latencyHeat } from './latency-heat/latency-heat.ts';
import { levels } from './levels/levels.ts';
import { matches } from './matches/matches.ts';
import { metric } from './metric/metric.ts';
import { metricTracks } from './metric-tracks/metric-tracks.ts';
import { moduleCallers } from './module-callers/module-callers.ts';
import { modules } from './modules/modules.ts';
import { onset } from './onset/onset.ts';
import { percentiles } from './percentiles/percentiles.ts';
import { problems } from './problems/problems.ts';
import { processes } from './processes/processes.ts';
import { ranInstead } from './ran-instead/ran-instead.ts';
import { ratio } from './ratio/ratio.ts';
import { readyTime } from './ready-time/ready-time.ts';
import { record } from './record/record.ts';
import { requests } from './requests/requests.ts';
import { running } from './running/running.ts';
import { saturation } from './saturation/saturation.ts';
import { scatter } from './scatter/scatter.ts';
import { search } from './search/search.ts';
import { searchFacets } from './search-facets/search-facets.ts';
import { searchFieldsQuestion } from './search-fields/search-fields.ts';
import { searchHistogram } from './search-histogram/search-histogram.ts';
import { searchNames } from './search-names/search-names.ts';
import { series } from './series/series.ts';
import { sliceTracks } from './slice-tracks/slice-tracks.ts';
import { slices } from './slices/slices.ts';
import { sql } from './sql/sql.ts';
import { sqlTables } from './sql-tables/sql-tables.ts';
import { stateAt } from './state-at/state-at.ts';
import { stateIntervals } from './state-intervals/state-intervals.ts';
import { symbols } from './symbols/symbols.ts';
import { syscalls } from './syscalls/syscalls.ts';
import { templateRates } from './template-rates/template-rates.ts';
import { templates } from './templates/templates.ts';
import { threadStates } from './thread-states/thread-states.ts';
import { threads } from './threads/threads.ts';
import { timeline } from './timeline/timeline.ts';
import { unmatched } from './unmatched/unmatched.ts';
import { waits } from './waits/waits.ts';
import { waterfall } from './waterfall/waterfall.ts';
import { who } from './who/who.ts';

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
