/** The log formats there are: one line each. Order matters only between equals. */
import type { LogFormat } from '../definition.ts';
import { access } from './access.ts';
import { apacheError } from './apache-error.ts';
import { bgl } from './bgl.ts';
import { compose } from './compose.ts';
import { cri } from './cri.ts';
import { dmesg } from './dmesg.ts';
import { docker } from './docker.ts';
import { generic } from './generic.ts';
import { glog } from './glog.ts';
import { haproxy } from './haproxy.ts';
import { hdfs } from './hdfs.ts';
import { healthapp } from './healthapp.ts';
import { hpc } from './hpc.ts';
import { json } from './json.ts';
import { log4j } from './log4j.ts';
import { logcat } from './logcat.ts';
import { logfmt } from './logfmt.ts';
import { macosLog } from './macos-log.ts';
import { mongodb, mongodbText } from './mongodb.ts';
import { monolog } from './monolog.ts';
import { mysqlError, mysqlGeneral } from './mysql.ts';
import { nginxError } from './nginx-error.ts';
import { openstack } from './openstack.ts';
import { postgresql } from './postgresql.ts';
import { python } from './python.ts';
import { redis } from './redis.ts';
import { shellHistory } from './shell-history.ts';
import { spark } from './spark.ts';
import { syslog } from './syslog.ts';
import { syslog5424 } from './syslog-5424.ts';
import { syslogIso } from './syslog-iso.ts';
import { thunderbird } from './thunderbird.ts';
import { uwsgi } from './uwsgi.ts';
import { vmware } from './vmware.ts';
import { waagent } from './waagent.ts';
import { windowsCbs } from './windows-cbs.ts';
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
  json,
  log4j,
  logcat,
  logfmt,
  macosLog,
  mongodbText,
  mongodb,
  monolog,
  mysqlError,
  mysqlGeneral,
  nginxError,
  openstack,
  postgresql,
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
  waagent,
  windowsCbs,
  zookeeper,
];
