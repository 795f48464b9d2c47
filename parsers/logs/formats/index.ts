/** All log formats: an import and an entry each. If two explain a file equally well, the first is taken. */
import type { LogFormat } from '../definition.ts';
import { access } from './access.ts';
import { apacheError } from './apache-error.ts';
import { auditd } from './auditd.ts';
import { balancers } from './balancers.ts';
import { bgl } from './bgl.ts';
import { buildSteps } from './build-steps.ts';
import { ceph } from './ceph.ts';
import { cisco } from './cisco.ts';
import { clickhouse } from './clickhouse.ts';
import { compose } from './compose.ts';
import { cri } from './cri.ts';
import { debian } from './debian.ts';
import { dmesg } from './dmesg.ts';
import { docker } from './docker.ts';
import { envoy } from './envoy.ts';
import { erlang } from './erlang.ts';
import { generic } from './generic.ts';
import { glog } from './glog.ts';
import { haproxy } from './haproxy.ts';
import { hdfs } from './hdfs.ts';
import { healthapp } from './healthapp.ts';
import { hpc } from './hpc.ts';
import { javaServers } from './java-servers.ts';
import { javaUtil } from './java-util.ts';
import { journalExport, journalJson } from './journal.ts';
import { journalMonotonic } from './journal-monotonic.ts';
import { json } from './json.ts';
import { jvmGc } from './jvm-gc.ts';
import { log4j } from './log4j.ts';
import { logcat } from './logcat.ts';
import { logfmt } from './logfmt.ts';
import { ltsv } from './ltsv.ts';
import { macosLog } from './macos-log.ts';
import { dovecot } from './mail.ts';
import { mongodb, mongodbText } from './mongodb.ts';
import { monolog } from './monolog.ts';
import { mysqlError, mysqlGeneral } from './mysql.ts';
import { mysqlSlow } from './mysql-slow.ts';
import { named } from './named.ts';
import { nginxError } from './nginx-error.ts';
import { node } from './node.ts';
import { openstack } from './openstack.ts';
import { oracleAlert } from './oracle-alert.ts';
import { postgresql } from './postgresql.ts';
import { postgresqlCsv, postgresqlJson } from './postgresql-tables.ts';
import { cloudwatchTail, logcli, prefixed } from './prefixed.ts';
import { cloudFoundry, foreman, heroku, kubectl, stern } from './processes.ts';
import { proxifier } from './proxifier.ts';
import { python } from './python.ts';
import { redis } from './redis.ts';
import { ruby } from './ruby.ts';
import { goGcTrace, nodeTraceGc } from './runtime-gc.ts';
import { rust } from './rust.ts';
import { serilog } from './serilog.ts';
import { services } from './services.ts';
import { shellHistory } from './shell-history.ts';
import { spark } from './spark.ts';
import { sqlserver } from './sqlserver.ts';
import { squid } from './squid.ts';
import { syslog } from './syslog.ts';
import { syslog5424 } from './syslog-5424.ts';
import { syslogIso } from './syslog-iso.ts';
import { thunderbird } from './thunderbird.ts';
import { uwsgi } from './uwsgi.ts';
import { vmware } from './vmware.ts';
import { w3c } from './w3c.ts';
import { waagent } from './waagent.ts';
import { windowsCbs } from './windows-cbs.ts';
import { powershellCsv, windowsCsv, windowsText, windowsXml } from './windows-event.ts';
import { zeek } from './zeek.ts';
import { zookeeper } from './zookeeper.ts';

export const definitions: readonly LogFormat[] = [
  access,
  apacheError,
  bgl,
  compose,
  cri,
  dmesg,
  docker,
  generic,
  glog,
  haproxy,
  hdfs,
  healthapp,
  hpc,
  journalJson,
  journalExport,
  journalMonotonic,
  json,
  log4j,
  logcat,
  logfmt,
  ltsv,
  macosLog,
  mongodbText,
  mongodb,
  monolog,
  mysqlSlow,
  mysqlError,
  mysqlGeneral,
  nginxError,
  openstack,
  oracleAlert,
  postgresqlCsv,
  postgresqlJson,
  postgresql,
  proxifier,
  python,
  redis,
  shellHistory,
  spark,
  syslog5424,
  syslogIso,
  syslog,
  thunderbird,
  uwsgi,
  vmware,
  w3c,
  waagent,
  windowsCbs,
  windowsXml,
  windowsText,
  windowsCsv,
  powershellCsv,
  debian,
  erlang,
  javaUtil,
  jvmGc,
  nodeTraceGc,
  goGcTrace,
  named,
  node,
  ruby,
  rust,
  serilog,
  sqlserver,
  squid,
  services,
  javaServers,
  buildSteps,
  ceph,
  cisco,
  auditd,
  balancers,
  envoy,
  clickhouse,
  dovecot,
  zeek,
  zookeeper,
  prefixed,
  cloudwatchTail,
  logcli,
  foreman,
  kubectl,
  stern,
  cloudFoundry,
  heroku,
];
