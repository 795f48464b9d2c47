import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { ftrace } from './format.ts';

const file = async (name: string) => readAll(ftrace, await bytesOf(fixture(`ftrace/${name}`)));
const read = (text: string) => readAll(ftrace, ascii(text));

describe('ftrace', () => {
  it('reads events with their task, CPU and fields', async () => {
    const { events, lastClock, facts, counts } = await file('events.txt');
    expect(counts).toEqual({ used: 72, blank: 0, skipped: 0 });
    expect(lastClock).toMatchObject({ domain: 'boot', source: 'boot-seconds', zero: 16289000000000n });
    expect(facts).toMatchObject({ cpus: 2, other: { tracer: 'nop' } });
    const call = events.find(({ kind }) => kind === 'sys_enter_openat');
    expect(call).toMatchObject({
      cpu: 0,
      thread: { process: 'bash', pid: null, tid: 2703 },
      fields: { dfd: 0xffffff9c, flags: 0x241, syscall: 'openat' },
    });
    const returned = events.find(({ kind }) => kind === 'sys_exit_openat');
    expect(returned?.fields).toEqual({ ret: 3, syscall: 'openat' });
    const switched = events.find(({ kind }) => kind === 'sched_switch');
    expect(Object.keys(switched!.fields)).toContain('prev_state');
  });

  it('names system calls by their number, and reports that the architecture is a guess', async () => {
    const { events, problems } = await file('raw-syscalls.txt');
    const calls = events.filter(({ kind }) => kind === 'sys_enter');
    expect(calls.map(({ fields }) => [fields.id, fields.syscall])).toContainEqual([1, 'write']);
    expect(calls.every(({ fields }) => typeof fields.syscall === 'string')).toBe(true);
    expect(calls[0]?.thread?.pid).not.toBeNull();
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([['machine-assumed', 'notice']]);
  });

  it('reads stacks, without the frames of the tracer', async () => {
    const { events } = await file('kernel-stacks.txt');
    expect(events[0]).toMatchObject({
      kind: 'sched_process_fork',
      lines: 8,
      stack: 'entry_SYSCALL_64_after_hwframe;do_syscall_64;__do_sys_clone;kernel_clone',
    });
    expect(events.some(({ kind }) => kind.includes('stack'))).toBe(false);
  });

  it('reads microseconds of the latency format', async () => {
    const { events, lastClock } = await file('latency-format.txt');
    expect(events[0]).toMatchObject({ ts: 24_231_000, cpu: 0, thread: { process: 'node', tid: 29698 } });
    expect(lastClock).toMatchObject({ domain: 'none', source: 'run-seconds' });
  });

  it('reads slices and counters that programs write to trace_marker', async () => {
    const recorder = await file('markers.txt');
    const slices = recorder.events.filter(({ fields }) => fields.slice !== undefined);
    expect(slices.map(({ message, duration, fields }) => [message, duration, fields.state])).toEqual([
      ['load page', 11_406_000, undefined],
      ['next', null, 'unfinished'],
    ]);
    expect(valuesOf(recorder).get('trace marker 17177 queue')).toEqual([7]);
  });

  it('reads the output of trace-cmd report', async () => {
    const { events, counts, facts } = await file('trace-cmd-report.txt');
    expect([counts.skipped, facts.cpus]).toEqual([0, 2]);
    expect(events).toHaveLength(39);
    const own = await file('events.txt');
    const switches = (list: typeof events) =>
      list.filter(({ kind }) => kind === 'sched_switch').map(({ fields }) => fields);
    const [switched] = switches(events);
    expect(switches(own.events)).toContainEqual(switched);
    const brief = await file('trace-cmd-latency.txt');
    expect(brief.events.map(({ ts, kind }) => [ts, kind])).toEqual(
      events.slice(0, brief.events.length).map(({ ts, kind }) => [ts, kind]),
    );
  });

  it('reports lost and overwritten events', async () => {
    expect((await file('pipe.txt')).problems).toMatchObject([
      { code: 'lost-events', message: expect.stringContaining('1234') },
    ]);
    const { events, problems } = await file('overwritten.txt');
    expect(problems).toMatchObject([{ code: 'events-overwritten', message: expect.stringContaining('100') }]);
    expect(
      events.map(({ fields, thread }) => [fields.function, thread?.process, thread?.tid, fields.caller]),
    ).toEqual([
      ['mutex_unlock', 'bash', 1994, 'rb_simple_write'],
      ['__fsnotify_parent', 'bash', 1994, 'fsnotify_modify'],
      ['ext4_file_write_iter [ext4]', 'web worker-2', 2011, 'vfs_write'],
      ['tick_irq_enter', '<idle>', 0, 'irq_enter'],
      ['kthread_should_stop', null, 77, 'smpboot_thread_fn'],
    ]);
  });

  it('reads the functions of a call graph as slices, with their callers as stack', async () => {
    const { events, counts, problems } = await file('graph-tasks.txt');
    expect(counts).toEqual({ used: 22, blank: 1, skipped: 0 });
    expect(problems.map(({ code }) => code)).toEqual(['functions-without-times']);
    expect(
      events.map(({ kind, fields, duration, cpu, thread, stack }) => [
        fields.function ?? kind,
        duration,
        cpu,
        thread?.tid,
        stack,
      ]),
    ).toEqual([
      ['path_get', 198, 0, undefined, 'vfs_open;do_dentry_open;path_get'],
      ['ext4_file_open [ext4]', 12_342, 0, undefined, 'vfs_open;do_dentry_open;ext4_file_open'],
      ['do_dentry_open', 14_100, 0, undefined, 'vfs_open;do_dentry_open'],
      ['fsnotify', 61, 0, undefined, 'vfs_open;fsnotify'],
      ['vfs_open', 15_250, 0, undefined, 'vfs_open'],
      ['irq_enter', 500, 1, undefined, 'irq_enter'],
      ['sched_wakeup', null, 0, 2854, null],
      ['__schedule', 1_000_131_000, 0, 2854, '__schedule'],
      ['do_idle', 1_024_000, 1, undefined, 'do_idle'],
      ['cpu_startup_entry', null, 1, undefined, 'cpu_startup_entry'],
    ]);
    expect(events.every(({ ts }) => ts === null)).toBe(true);
    expect(events.at(-1)?.fields).toEqual({ function: 'cpu_startup_entry', state: 'unfinished' });
    expect(events[1]?.frames.at(-1)).toMatchObject({ symbol: 'ext4_file_open', module: '[ext4]' });
  });

  it('separates the functions of interleaved tasks if tasks are printed', async () => {
    const { events } = await file('graph-times.txt');
    expect(
      events.map(({ fields, ts, duration, thread }) => [fields.function, ts, duration, thread?.process]),
    ).toEqual([
      ['call_rcu', 774_523_000, 541, 'sh'],
      ['d_free', 774_522_000, 2900, 'sh'],
      ['do_idle', 774_524_000, 6000, '<idle>'],
    ]);
  });

  it('reads latencies, and the switches of the wake-up tracers', async () => {
    const irqs = await file('irqsoff.txt');
    expect(valuesOf(irqs).get('irqsoff latency')).toEqual([16]);
    expect(irqs.facts.other).toMatchObject({ tracer: 'irqsoff', 'started at': 'run_timer_softirq' });
    expect(irqs.events.at(-1)?.stack).toBe('__do_softirq;run_timer_softirq;_raw_spin_unlock_irq');
    const { events } = await file('wakeup.txt');
    expect(events.map(({ kind }) => kind)).toEqual(['sched_wakeup', 'function', 'function', 'sched_switch']);
    expect(events[3]?.fields).toMatchObject({
      prev_pid: 0,
      prev_state: 'R',
      next_pid: 312,
      next_comm: 'kworker/3:1H',
    });
  });

  it('gives no times if the clock does not count seconds', () => {
    const { events, problems } = read('# tracer: nop\n bash-1 [000] .... 12345: sched_yield: a=1\n');
    expect(events).toMatchObject([{ kind: 'sched_yield', ts: null }]);
    expect(problems.map(({ code }) => code)).toEqual(['no-seconds']);
  });
});
