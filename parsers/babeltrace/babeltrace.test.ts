import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { babeltrace } from './format.ts';

const fieldsOf = (event: { readonly fields: object } | undefined) => event?.fields;

describe('babeltrace', () => {
  it('reads events of LTTng: host, CPU, thread, fields, whatever stands in texts and brackets', async () => {
    const recorder = readAll(babeltrace, await bytesOf(fixture('babeltrace/lttng.txt')));
    expect(recorder.facts).toMatchObject({ host: 'web1' });
    const [switched, woken, , entry, exit, request] = recorder.events;
    expect(switched).toMatchObject({
      kind: 'sched_switch',
      cpu: 1,
      thread: { process: 'lttng', pid: 7, tid: 7 },
    });
    expect(fieldsOf(switched)).toEqual({
      prev_comm: 'lttng, {a} = 1',
      prev_tid: 7,
      prev_prio: 20,
      prev_state: 'S',
      next_comm: 'swapper/1',
      next_tid: 0,
      next_prio: 20,
    });
    expect(woken).toMatchObject({ kind: 'sched_waking', ts: 400_000, thread: null, fields: { tid: 7 } });
    expect(entry).toMatchObject({ fields: { fd: 3, syscall: 'read' } });
    expect(exit).toMatchObject({ fields: { ret: 3, data: '[ [0] = 1, [1] = 2 ]', syscall: 'read' } });
    expect(fieldsOf(request)).toEqual({ path: '/a"b', ms: 1.5, level: 3 });
  });

  it('reads what perf converts, in seconds', async () => {
    const recorder = readAll(babeltrace, await bytesOf(fixture('babeltrace/perf.txt')));
    expect(recorder.counts).toEqual({ used: 60, blank: 0, skipped: 0 });
    const kinds = new Set(recorder.events.map(({ kind }) => kind));
    expect(kinds).toContain('syscalls:sys_exit_openat');
    expect(recorder.events.every(({ thread }) => (thread?.tid ?? -1) >= 0)).toBe(true);
    expect(recorder.events.find(({ kind }) => kind === 'sched:sched_switch')).toMatchObject({ cpu: 0 });
  });

  it('reports a line that is cut, and keeps the time of others', () => {
    const text =
      '[1795375106.5] (+?.?????????) a:b: { cpu_id = 0 }, { x = 1 }\n[1795375107.5] (+1.0) a:b: { cpu_id = 0 }, { x = "';
    const { counts, problems, events, lastClock } = readAll(babeltrace, ascii(text));
    expect(counts).toEqual({ used: 1, blank: 0, skipped: 1 });
    expect(problems.map(({ code }) => code)).toEqual(['unknown-line']);
    expect(events.map(({ ts }) => ts)).toEqual([0]);
    expect(lastClock).toMatchObject({ domain: 'utc' });
  });
});
