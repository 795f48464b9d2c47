/** The registry: the import and the entry of each format. Order does not matter; two formats must never both say `yes`. */

import { bcc, bpftrace } from './bpf/format.ts';
import { chromeTrace } from './chrome-trace/format.ts';
import { cifsiostat } from './cifsiostat/format.ts';
import { collectl } from './collectl/format.ts';
import type { Format } from './contract.ts';
import { cpuProfile } from './cpu-profile/format.ts';
import { cpustat } from './cpustat/format.ts';
import { dstat } from './dstat/format.ts';
import { dtrace } from './dtrace/format.ts';
import { esxtop } from './esxtop/format.ts';
import { etl } from './etl/format.ts';
import { folded } from './folded/format.ts';
import { free } from './free/format.ts';
import { ftrace } from './ftrace/format.ts';
import { iostat } from './iostat/format.ts';
import { jstat } from './jstat/format.ts';
import { kstat } from './kstat/format.ts';
import { lockstat } from './lockstat/format.ts';
import { envelopeFormats } from './log-envelopes/format.ts';
import { logFormats, logFormatsBeside } from './logs/index.ts';
import { ltrace } from './ltrace/format.ts';
import { mpstat } from './mpstat/format.ts';
import { netstat } from './netstat/format.ts';
import { nfsiostat } from './nfsiostat/format.ts';
import { nfsstat } from './nfsstat/format.ts';
import { nicstat } from './nicstat/format.ts';
import { nmon } from './nmon/format.ts';
import { otlp } from './otlp/format.ts';
import { perfData } from './perf-data/format.ts';
import { perfC2c, perfLock, perfReport } from './perf-report/format.ts';
import { perfSchedLatency, perfSchedMap, perfTimehist } from './perf-sched/format.ts';
import { perfScript } from './perf-script/format.ts';
import { perfStat } from './perf-stat/format.ts';
import { perfTrace } from './perf-trace/format.ts';
import { perfmon } from './perfmon/format.ts';
import { perfview } from './perfview/format.ts';
import { pgbench } from './pgbench/format.ts';
import { pidstat } from './pidstat/format.ts';
import { prstat } from './prstat/format.ts';
import { ps } from './ps/format.ts';
import { sadf } from './sadf/format.ts';
import { sar } from './sar/format.ts';
import { snoop } from './snoop/format.ts';
import { strace } from './strace/format.ts';
import { sysbench } from './sysbench/format.ts';
import { sysstatJson } from './sysstat-json/format.ts';
import { sysstatSa } from './sysstat-sa/format.ts';
import { sysstatXml } from './sysstat-xml/format.ts';
import { table, tableFormat } from './table/format.ts';
import { tapestat } from './tapestat/format.ts';
import { tcpdump } from './tcpdump/format.ts';
import { topFormat } from './top/format.ts';
import { tracerptCsv, tracerptXml } from './tracerpt/format.ts';
import { truss } from './truss/format.ts';
import { uptime } from './uptime/format.ts';
import { isLog, isTable, type UserFormat } from './user-formats.ts';
import { vmstat } from './vmstat/format.ts';
import { wpa } from './wpa/format.ts';
import { xperfDpcIsr } from './xperf-dpcisr/format.ts';
import { xperfDumper } from './xperf-dumper/format.ts';
import { xperfProcess } from './xperf-process/format.ts';
import { xperfProfile } from './xperf-profile/format.ts';
import { xperfStack } from './xperf-stack/format.ts';

export const formats: readonly Format[] = [
  perfScript,
  perfData,
  vmstat,
  mpstat,
  iostat,
  pidstat,
  sar,
  ...logFormats,
  sadf,
  sysstatJson,
  sysstatXml,
  cifsiostat,
  tapestat,
  topFormat,
  ps,
  prstat,
  nicstat,
  netstat,
  folded,
  free,
  uptime,
  nfsstat,
  nfsiostat,
  kstat,
  lockstat,
  sysstatSa,
  cpustat,
  perfmon,
  esxtop,
  nmon,
  dstat,
  pgbench,
  jstat,
  collectl,
  perfStat,
  strace,
  ltrace,
  ftrace,
  truss,
  tcpdump,
  snoop,
  sysbench,
  wpa,
  perfview,
  tracerptCsv,
  tracerptXml,
  etl,
  xperfDumper,
  xperfProfile,
  xperfStack,
  xperfProcess,
  xperfDpcIsr,
  otlp,
  chromeTrace,
  cpuProfile,
  bpftrace,
  bcc,
  // `dtrace` answers `likely` for titles that bcc has as well.
  dtrace,
  ...envelopeFormats,
  perfTrace,
  perfReport,
  perfLock,
  perfC2c,
  perfTimehist,
  perfSchedLatency,
  perfSchedMap,
  table,
];

/**
 * The registry with the formats of users. Descriptions of tables come before all built-in formats; one with
 * the id `table` replaces the built-in format that detects tables by itself.
 */
export function formatsBeside(own: readonly UserFormat[]): readonly Format[] {
  if (own.length === 0) return formats;
  const first = formats.indexOf(logFormats[0] as Format);
  const logs = logFormatsBeside(own.filter(isLog));
  const tables = own.filter(isTable).map(tableFormat);
  const builtIn = [...formats.slice(0, first), ...logs, ...formats.slice(first + logFormats.length)];
  return [...tables, ...builtIn.filter(({ id }) => !tables.some(mine => mine.id === id))];
}
