/**
 * docker stats and podman stats, with `--no-stream` or as recorded from a terminal; a line with the date may stand before
 * each list.
 *
 *     CONTAINER ID   NAME   CPU %    MEM USAGE / LIMIT     MEM %   NET I/O         BLOCK I/O     PIDS
 *     a1b2c3d4e5f6   web    12.34%   123.4MiB / 1.944GiB   6.20%   1.2MB / 3.4kB   0B / 8.19kB   12
 *
 * https://docs.docker.com/reference/cli/docker/container/stats/
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const titles =
  /^(?:CONTAINER(?: ID)?|ID|NAME)\s{2,64}(?:NAME\s{2,64})?CPU %\s{2,64}MEM USAGE \/ LIMIT\s{2,64}MEM %/;

export const dockerStatsEntry: FormatEntry = {
  id: 'docker-stats',
  title: 'docker stats',
  unit: 'lines',
  version: 1,
  lost: 'ids of containers that have a name',
  sniff: (head): Sniff => (headLines(head, 6).some(line => titles.test(line)) ? 'yes' : 'no'),
  load: async () => (await import('./format.ts')).dockerStats,
};
