/** The registry: the import and the entry of each format. Order does not matter; two formats must never both say `yes`. */

import { babeltraceEntry } from './babeltrace/entry.ts';
import { bccEntry, bpftraceEntry } from './bpf/entry.ts';
import { chromeTraceEntry } from './chrome-trace/entry.ts';
import { cifsiostatEntry } from './cifsiostat/entry.ts';
import { collectlEntry } from './collectl/entry.ts';
import type { FormatEntry } from './contract.ts';
import { cpuProfileEntry } from './cpu-profile/entry.ts';
import { cpustatEntry } from './cpustat/entry.ts';
import { dfEntry } from './df/entry.ts';
import { dockerStatsEntry } from './docker-stats/entry.ts';
import { dstatEntry } from './dstat/entry.ts';
import { dtraceEntry } from './dtrace/entry.ts';
import { esxtopEntry } from './esxtop/entry.ts';
import { etlEntry } from './etl/entry.ts';
import { foldedEntry } from './folded/entry.ts';
import { freeEntry } from './free/entry.ts';
import { ftraceEntry } from './ftrace/entry.ts';
import { gdbBtEntry } from './gdb-bt/entry.ts';
import { iostatEntry } from './iostat/entry.ts';
import { iperfEntry } from './iperf/entry.ts';
import { jaegerEntry } from './jaeger/entry.ts';
import { jfrPrintEntry } from './jfr-print/entry.ts';
import { jstackEntry } from './jstack/entry.ts';
import { jstatEntry } from './jstat/entry.ts';
import { kstatEntry } from './kstat/entry.ts';
import { kubectlTopEntry } from './kubectl-top/entry.ts';
import { lockstatEntry } from './lockstat/entry.ts';
import { envelopeEntries } from './log-envelopes/entry.ts';
import type { LogFormat } from './logs/definition.ts';
import { logEntries, logEntriesBeside } from './logs/index.ts';
import { ltraceEntry } from './ltrace/entry.ts';
import { mpstatEntry } from './mpstat/entry.ts';
import { netstatEntry } from './netstat/entry.ts';
import { nfsiostatEntry } from './nfsiostat/entry.ts';
import { nfsstatEntry } from './nfsstat/entry.ts';
import { nicstatEntry } from './nicstat/entry.ts';
import { nmonEntry } from './nmon/entry.ts';
import { nvidiaDmonEntry } from './nvidia-dmon/entry.ts';
import { otlpEntry } from './otlp/entry.ts';
import { perfDataEntry } from './perf-data/entry.ts';
import { perfC2cEntry, perfLockEntry, perfReportEntry } from './perf-report/entry.ts';
import { perfSchedLatencyEntry, perfSchedMapEntry, perfTimehistEntry } from './perf-sched/entry.ts';
import { perfScriptEntry } from './perf-script/entry.ts';
import { perfStatEntry } from './perf-stat/entry.ts';
import { perfTraceEntry } from './perf-trace/entry.ts';
import { perfmonEntry } from './perfmon/entry.ts';
import { perfviewEntry } from './perfview/entry.ts';
import { pgbenchEntry } from './pgbench/entry.ts';
import { pidstatEntry } from './pidstat/entry.ts';
import { prometheusJsonEntry } from './prometheus-json/entry.ts';
import { prstatEntry } from './prstat/entry.ts';
import { psEntry } from './ps/entry.ts';
import { sadfEntry } from './sadf/entry.ts';
import { sarEntry } from './sar/entry.ts';
import { snoopEntry } from './snoop/entry.ts';
import { straceEntry } from './strace/entry.ts';
import { sysbenchEntry } from './sysbench/entry.ts';
import { sysstatJsonEntry } from './sysstat-json/entry.ts';
import { sysstatSaEntry } from './sysstat-sa/entry.ts';
import { sysstatXmlEntry } from './sysstat-xml/entry.ts';
import type { TableDefinition } from './table/definition.ts';
import { tableEntry, tableEntryOf } from './table/entry.ts';
import { tapestatEntry } from './tapestat/entry.ts';
import { tcpdumpEntry } from './tcpdump/entry.ts';
import { topFormatEntry } from './top/entry.ts';
import { tracerptCsvEntry, tracerptXmlEntry } from './tracerpt/entry.ts';
import { trussEntry } from './truss/entry.ts';
import { turbostatEntry } from './turbostat/entry.ts';
import { uptimeEntry } from './uptime/entry.ts';
import { vmstatEntry } from './vmstat/entry.ts';
import { wpaEntry } from './wpa/entry.ts';
import { xperfDpcIsrEntry } from './xperf-dpcisr/entry.ts';
import { xperfDumperEntry } from './xperf-dumper/entry.ts';
import { xperfProcessEntry } from './xperf-process/entry.ts';
import { xperfProfileEntry } from './xperf-profile/entry.ts';
import { xperfStackEntry } from './xperf-stack/entry.ts';

export const formats: readonly FormatEntry[] = [
  perfScriptEntry,
  perfDataEntry,
  vmstatEntry,
  mpstatEntry,
  iostatEntry,
  pidstatEntry,
  sarEntry,
  ...logEntries,
  sadfEntry,
  sysstatJsonEntry,
  sysstatXmlEntry,
  cifsiostatEntry,
  tapestatEntry,
  topFormatEntry,
  psEntry,
  prstatEntry,
  nicstatEntry,
  netstatEntry,
  foldedEntry,
  freeEntry,
  uptimeEntry,
  nfsstatEntry,
  nfsiostatEntry,
  kstatEntry,
  lockstatEntry,
  sysstatSaEntry,
  cpustatEntry,
  perfmonEntry,
  esxtopEntry,
  nmonEntry,
  dstatEntry,
  pgbenchEntry,
  jfrPrintEntry,
  jstackEntry,
  gdbBtEntry,
  nvidiaDmonEntry,
  turbostatEntry,
  dfEntry,
  dockerStatsEntry,
  kubectlTopEntry,
  prometheusJsonEntry,
  jstatEntry,
  collectlEntry,
  perfStatEntry,
  straceEntry,
  ltraceEntry,
  ftraceEntry,
  babeltraceEntry,
  trussEntry,
  tcpdumpEntry,
  snoopEntry,
  iperfEntry,
  sysbenchEntry,
  wpaEntry,
  perfviewEntry,
  tracerptCsvEntry,
  tracerptXmlEntry,
  etlEntry,
  xperfDumperEntry,
  xperfProfileEntry,
  xperfStackEntry,
  xperfProcessEntry,
  xperfDpcIsrEntry,
  otlpEntry,
  jaegerEntry,
  chromeTraceEntry,
  cpuProfileEntry,
  bpftraceEntry,
  bccEntry,
  // `dtrace` answers `likely` for titles that bcc has as well.
  dtraceEntry,
  ...envelopeEntries,
  perfTraceEntry,
  perfReportEntry,
  perfLockEntry,
  perfC2cEntry,
  perfTimehistEntry,
  perfSchedLatencyEntry,
  perfSchedMapEntry,
  tableEntry,
];

/** A format that a user defined, as plain data (`user-formats.ts`). */
export type UserFormat = LogFormat | TableDefinition;

export const isTable = (format: UserFormat): format is TableDefinition => 'columns' in format;
export const isLog = (format: UserFormat): format is LogFormat => !isTable(format);

/**
 * The registry with the formats of users. Descriptions of tables come before all built-in formats; one with
 * the id `table` replaces the built-in format that detects tables by itself.
 */
export function formatsBeside(own: readonly UserFormat[]): readonly FormatEntry[] {
  if (own.length === 0) return formats;
  const first = formats.indexOf(logEntries[0] as FormatEntry);
  const logs = logEntriesBeside(own.filter(isLog));
  const tables = own.filter(isTable).map(tableEntryOf);
  const builtIn = [...formats.slice(0, first), ...logs, ...formats.slice(first + logEntries.length)];
  return [...tables, ...builtIn.filter(({ id }) => !tables.some(mine => mine.id === id))];
}
