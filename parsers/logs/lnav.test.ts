/** Each log of lnav's tests must be recognised as the right format and have the right times. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpus, missing } from '../../fixtures/shared.ts';
import { countLines } from '../kit/lines.ts';
import { readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { timeOf } from './samples.ts';

const logFormats = logFormatsOf(definitions);

/** Modification time given to all files: 2023-12-31, which determines the year of times without one. */
const modified = 1_704_000_000_000_000_000n;

/** File, format, number of events, number of events without a time, first and last time. */
const logs: readonly (readonly [string, string, number, number, string, string])[] = [
  ['gharchive_log.jsonl', 'json-lines', 50, 0, '2024-01-01T15:00:00Z', '2024-01-01T15:00:01Z'],
  ['logfile_access_log.0', 'access-log', 3, 0, '2009-07-20T22:59:26Z', '2009-07-20T22:59:29Z'],
  ['logfile_access_log_dupe.0', 'access-log', 3, 0, '2009-07-20T22:59:26Z', '2009-07-20T22:59:29Z'],
  ['logfile_ansi.1', 'syslog', 10, 0, '2023-09-19T09:24:04', '2023-09-19T09:24:20'],
  ['logfile_bad_syslog.0', 'syslog', 4, 0, '2023-11-03T09:23:38', '2023-11-03T09:47:02'],
  ['logfile_block.2', 'timed-lines', 2, 0, '2021-05-19T12:00:02Z', '2021-05-19T12:00:04Z'],
  ['logfile_bro_conn.log.0', 'zeek', 92, 0, '2011-11-03T00:19:14.4963Z', '2011-11-03T00:19:26.796068Z'],
  ['logfile_bunyan.0', 'json-lines', 10, 0, '2023-03-24T14:26:16.243Z', '2023-03-24T14:26:18.331Z'],
  ['logfile_caddy_log.1', 'json-lines', 4, 0, '2024-05-26T11:42:52.6014807Z', '2024-05-26T14:16:03.4146512Z'],
  ['logfile_cloudflare.json', 'json-lines', 1, 0, '2022-10-30T00:00:02Z', '2022-10-30T00:00:02Z'],
  ['logfile_cxx.0', 'syslog', 1, 0, '2023-03-24T15:17:38.999', '2023-03-24T15:17:38.999'],
  [
    'logfile_docker_compose_with_noise.0',
    'docker-compose',
    16,
    4,
    '2024-04-25T05:32:35.018',
    '2024-04-25T05:54:43.948',
  ],
  ['logfile_dst.0', 'syslog', 10, 0, '2023-11-03T01:01:03', '2023-11-03T02:25:02'],
  ['logfile_epoch.1', 'timed-lines', 2, 0, '2015-04-09T19:58:07.123', '2015-04-09T19:58:07.456'],
  ['logfile_filter.1', 'syslog', 4, 3, '2023-03-22T13:41:18', '2023-03-22T13:41:18'],
  ['logfile_generic.0', 'timed-lines', 2, 0, '2012-07-02T10:22:40.672', '2014-10-08T16:56:38.344'],
  ['logfile_generic.2', 'timed-lines', 2, 0, '2015-04-24T21:08:10.313913Z', '2015-04-24T21:08:58.430632Z'],
  [
    'logfile_generic_nanos.0',
    'timed-lines',
    2,
    0,
    '2025-01-01T00:00:00.123456789',
    '2025-01-01T01:00:00.987654321',
  ],
  ['logfile_glog.0', 'glog', 7, 0, '2023-05-17T15:04:22.619632', '2023-05-17T15:04:22.619776'],
  ['logfile_haproxy.0', 'haproxy', 17, 0, '2019-02-25T16:19:38', '2019-02-25T16:20:18'],
  [
    'logfile_invalid_json2.json',
    'json-lines',
    3,
    0,
    '2013-09-06T20:00:48.124817Z',
    '2013-09-06T22:00:49.124817Z',
  ],
  ['logfile_invalid_utf8.0', 'log4j', 1, 0, '2015-03-12T23:16:52.071', '2015-03-12T23:16:52.071'],
  ['logfile_java.1', 'log4j', 20, 0, '2025-01-24T07:00:31.139', '2025-01-24T07:05:39.884'],
  ['logfile_json.json', 'json-lines', 14, 1, '2013-09-06T20:00:48.124817Z', '2013-09-06T22:01:49.124817Z'],
  ['logfile_json3.json', 'json-lines', 3, 0, '2017-03-24T20:06:26.24Z', '2017-03-24T20:15:31.694Z'],
  [
    'logfile_json_subsec.json',
    'json-lines',
    2,
    0,
    '2022-09-24T00:00:09.484Z',
    '2022-09-24T00:00:19.222000123Z',
  ],
  ['logfile_laravel.0', 'monolog', 82, 0, '2023-05-15T18:19:32', '2023-05-15T20:02:50'],
  ['logfile_leveltest.0', 'timed-lines', 8, 0, '2016-06-30T12:00:01', '2016-06-30T12:00:08'],
  [
    'logfile_mixed_json2.json',
    'json-lines',
    14,
    0,
    '2013-09-06T20:00:48.124817Z',
    '2013-09-06T22:01:49.124817Z',
  ],
  ['logfile_multiline.0', 'timed-lines', 2, 0, '2009-07-20T22:59:27.672', '2009-07-20T22:59:30.221'],
  ['logfile_muxed_syslog.0', 'json-lines', 14, 0, '2007-11-03T06:24:38', '2022-11-03T09:23:38'],
  [
    'logfile_mysql_gen.0',
    'mysql-general',
    17,
    3,
    '2025-08-15T14:03:50.259438Z',
    '2025-08-15T14:04:55.780575Z',
  ],
  [
    'logfile_nested_json.json',
    'json-lines',
    13,
    0,
    '2013-09-06T20:00:48.124817Z',
    '2013-09-06T22:01:49.124817Z',
  ],
  ['logfile_openam.0', 'timed-lines', 2, 0, '2014-06-15T01:04:52', '2014-06-15T01:04:52'],
  ['logfile_partitions.0', 'syslog', 82, 0, '2023-04-28T04:02:03', '2023-04-29T23:02:46'],
  ['logfile_postgres.1', 'postgresql', 7, 0, '2025-04-11T22:14:12.837Z', '2025-04-11T22:17:46.846Z'],
  ['logfile_pretty.0', 'syslog', 6, 0, '2023-04-07T00:49:42', '2023-04-07T07:32:56'],
  ['logfile_regexp_access_log.0', 'access-log', 2, 0, '2023-07-26T07:01:26Z', '2023-07-26T07:02:12Z'],
  ['logfile_rollover.1', 'syslog', 5, 0, '2022-11-03T09:23:38', '2023-02-03T09:23:38'],
  [
    'logfile_rust_tracing.0',
    'json-lines',
    5,
    0,
    '2025-10-28T19:15:10.821315Z',
    '2025-10-28T19:15:10.821723Z',
  ],
  ['logfile_spark.0', 'spark', 399, 0, '2017-06-09T20:10:40', '2017-06-09T20:10:54'],
  ['logfile_syslog.1', 'syslog', 4, 0, '2022-12-03T09:23:38', '2023-01-03T09:47:02'],
  ['logfile_syslog.3', 'syslog', 7, 0, '2023-08-16T00:10:45', '2023-08-16T00:32:15'],
  ['logfile_syslog_with_access_log.0', 'syslog', 5, 0, '2023-01-03T09:47:02', '2023-03-24T14:26:01'],
  ['logfile_syslog_with_mixed_times.0', 'syslog', 13, 0, '2023-09-13T00:58:45', '2023-09-13T03:46:03'],
  ['logfile_tcsh_history.0', 'shell-history', 2, 0, '2006-11-02T17:59:26Z', '2006-11-02T17:59:45Z'],
  ['logfile_uwsgi.0', 'uwsgi', 19, 0, '2016-03-13T22:49:12', '2016-03-13T22:56:15'],
  ['logfile_vdsm.0', 'python', 5, 0, '2011-12-05T07:04:56.101', '2011-12-07T12:14:15.018'],
  ['logfile_vpxd.0', 'vmware', 12, 0, '2022-06-02T11:58:12.193Z', '2022-06-02T11:58:12.914Z'],
  ['logfile_w3c.1', 'w3c', 1, 0, '2001-10-31T00:00:18Z', '2001-10-31T00:00:18Z'],
  ['logfile_w3c.3', 'w3c', 3, 0, '2012-08-15T17:00:00.363', '2012-08-15T17:00:00.675'],
  ['logfile_w3c.5', 'w3c', 1, 0, '2015-01-13T00:32:17Z', '2015-01-13T00:32:17Z'],
  ['logfile_w3c_big.0', 'w3c', 210, 0, '2015-01-13T00:32:17Z', '2015-01-13T23:15:41Z'],
  ['logfile_with_zones.0', 'syslog-5424', 3, 0, '2022-08-27T14:22:01.613Z', '2022-08-27T14:22:01.888Z'],
  ['logfile_strace_log.0', 'timed-lines', 9, 0, '2023-12-31T08:09:33.814936', '2023-12-31T08:09:33.816577'],
  ['logfile_yday.0', 'timed-lines', 2, 0, '2012-01-25T10:22:40.672', '2014-11-29T16:56:38.344'],
];

/** Files that must not be recognised, and why. */
const notLogs: readonly (readonly [string, string])[] = [
  ['logfile_empty.0', 'it is empty'],
  ['logfile_plain.0', 'no line has a time'],
  ['logfile_strace_log.2', 'strace is no log: system calls'],
  ['logfile_tcf.0', 'minutes and seconds without an hour are no time'],
];

const path = (name: string): string => corpus(`lnav/test/${name}`);

function recognised(bytes: Uint8Array): string[] {
  const head = bytes.subarray(0, 64 << 10);
  return logFormats.filter(format => format.sniff(head, 'unknown') !== 'no').map(({ id }) => id);
}

describe.skipIf(missing(corpus('lnav/test')))('the logs of lnav', () => {
  it.each(logs)('%s is %s', (name, format, events, timeless, first, last) => {
    const bytes = new Uint8Array(readFileSync(path(name)));
    expect(recognised(bytes)).toEqual([format]);
    const recorder = readAll(logFormats.find(({ id }) => id === format)!, bytes, { modified });
    const timed = recorder.events.filter(({ ts }) => ts !== null);
    expect(recorder.events).toHaveLength(events);
    expect(events - timed.length).toBe(timeless);
    expect([timed[0]!, timed.at(-1)!].map(event => timeOf(recorder, event))).toEqual([first, last]);
    const { used, blank, skipped } = recorder.counts;
    expect([used + blank, skipped]).toEqual([countLines(bytes), 0]);
  });

  it.each(notLogs)('%s is not recognised: %s', name => {
    expect(recognised(new Uint8Array(readFileSync(path(name))))).toEqual([]);
  });
});
