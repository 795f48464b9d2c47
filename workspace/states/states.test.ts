import { afterAll, describe, expect, it } from 'vitest';
import { event, switched, woken } from '../../fixtures/scheduler.ts';
import { beginningOf, incident, missing } from '../../fixtures/shared.ts';
import { Scratch } from '../import/import.testing.ts';
import type { Json } from '../query.ts';
import { Workspace } from '../workspace.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

async function states(text: string, sql: string): Promise<readonly (readonly Json[])[]> {
  const workspace = await Workspace.open(null);
  try {
    const { failures } = await workspace.import({ paths: [scratch.file('sched.txt', text)], workers: 0 });
    expect(failures).toEqual([]);
    return (await workspace.table(sql)).rows;
  } finally {
    await workspace.close();
  }
}

/** µs of all states of a thread. */
const of = (tid: number) =>
  `SELECT ts // 1000, duration // 1000, state, reason, cpu, waker_tid FROM states WHERE tid = ${tid} ORDER BY ts, duration`;

describe('states of threads', () => {
  it('are running, ready and waiting, with the thread that ended the wait', async () => {
    const text = [
      switched('10 0 a/1 S b/2'),
      woken('30 0 b/2 a/1'),
      // The thread is put into a run queue: the first event of a wake-up counts.
      woken('31 0 b/2 a/1', 'sched_wakeup'),
      switched('50 0 b/2 R a/1'),
      switched('60 0 a/1 D b/2'),
      switched('80 0 b/2 S -/0'),
    ].join('');
    expect(await states(text, of(1))).toEqual([
      // The thread that the CPU first switched from had run since the capture began.
      [0, 0, 'running', null, 0, null],
      [0, 20, 'waiting', 'interruptible sleep', null, 2],
      [20, 20, 'ready', 'woken', 0, null],
      [40, 10, 'running', null, 0, null],
      [50, 20, 'waiting', 'uninterruptible sleep', null, null],
    ]);
    expect(await states(text, of(2))).toEqual([
      [0, 40, 'running', null, 0, null],
      [40, 10, 'ready', 'preempted', 0, null],
      [50, 20, 'running', null, 0, null],
      [70, 0, 'waiting', 'interruptible sleep', null, null],
    ]);
  });

  it('follow from perf’s records of switches, which are about one thread each', async () => {
    const record = (time: string, text: string) =>
      `             yes  5001 [001]   900.${time}: PERF_RECORD_SWITCH ${text}\n`;
    const text = [
      record('100000', 'IN'),
      record('150000', 'OUT preempt'),
      record('190000', 'IN'),
      record('191000', 'OUT'),
      record('991000', 'IN'),
    ].join('');
    expect(await states(text, of(5001))).toEqual([
      [0, 50_000, 'running', null, 1, null],
      [50_000, 40_000, 'ready', 'preempted', 1, null],
      [90_000, 1_000, 'running', null, 1, null],
      [91_000, 800_000, 'waiting', 'waiting', null, null],
      [891_000, 0, 'running', null, 1, null],
    ]);
  });

  it('follow from perf’s records of switches between any two threads', async () => {
    const record = (thread: string, time: string, text: string) =>
      `            ${thread} [001]   900.${time}: PERF_RECORD_SWITCH_CPU_WIDE ${text}\n`;
    const text = [
      record('node 11', '100000', 'OUT preempt  next pid/tid:    15/16   '),
      record('work 16', '100001', 'IN           prev pid/tid:    11/11   '),
      record('work 16', '100200', 'OUT          next pid/tid:    11/11   '),
      record('node 11', '100201', 'IN           prev pid/tid:    15/16   '),
      record('node 11', '100300', 'OUT          next pid/tid:     0/0   '),
    ].join('');
    expect(await states(text, of(16))).toEqual([
      [0, 200, 'running', null, 1, null],
      [200, 100, 'waiting', 'waiting', null, null],
    ]);
    expect(await states(text, of(11))).toEqual([
      [0, 0, 'running', null, 1, null],
      [0, 200, 'ready', 'preempted', 1, null],
      [200, 100, 'running', null, 1, null],
      [300, 0, 'waiting', 'waiting', null, null],
    ]);
  });

  it('have the stack of the switch to a thread, if the trace records it there', async () => {
    const row = (name: string, ts: number, ...cells: string[]) => `${name}, ${ts}, ${cells.join(', ')}\n`;
    const to = (ts: number, next: string, old: string, state: string, reason = 'UserRequest') =>
      row('CSwitch', ts, next, '9, -1, 0, 0', old, `9, -1, ${state}, ${reason}, Swapable, 1, 0, 0, 0, 0, 0`);
    const stack = (ts: number, symbol: string) =>
      row('Stack', ts, '20', '1', '0xfffff80000001000', `nt.exe!${symbol}`);
    const [a, b, idle] = ['a.exe (  10), 20', 'b.exe (  11), 21', 'Idle (   0), 0'];
    const text = [
      to(100, b, a, 'Waiting', 'WrQueue'),
      to(200, idle, b, 'Waiting'),
      row('ReadyThread', 250, b, 'a.exe (  10), 20, Unwait, 0, 0'),
      to(300, a, idle, 'Running'),
      stack(300, 'Dequeue'),
      to(400, idle, a, 'Waiting'),
      to(500, a, idle, 'Running'),
      stack(500, 'ReadFile'),
    ].join('');
    const sql = `SELECT r.ts // 1000, r.duration // 1000, word.value, why.value, symbol.value
      FROM state r JOIN thread ON thread.id = r.thread JOIN text word ON word.id = r.state
      LEFT JOIN text why ON why.id = r.reason LEFT JOIN stack ON stack.id = r.stack
      LEFT JOIN frame ON frame.id = stack.frame LEFT JOIN text symbol ON symbol.id = frame.symbol
      WHERE thread.tid = 20 ORDER BY r.ts, r.duration`;
    expect(await states(text, sql)).toEqual([
      [100, 0, 'running', null, null],
      [100, 150, 'waiting', 'WrQueue', 'Dequeue'],
      [250, 50, 'ready', 'woken', null],
      [300, 100, 'running', null, null],
      [400, 100, 'waiting', 'UserRequest', 'ReadFile'],
      [500, 0, 'running', null, null],
    ]);
  });

  it('are unknown where a switch is missing, and only there', async () => {
    const text = [
      switched('0 0 a/1 S b/2'),
      switched('10 0 b/2 S c/3'),
      // c was switched from, and b switched to, without an event.
      switched('50 0 b/2 S a/1'),
      switched('60 0 a/1 S c/3'),
      switched('70 0 c/3 S -/0'),
    ].join('');
    expect(await states(text, of(2))).toEqual(
      [
        [0, 10, 'running', null, 0, null],
        [10, 0, 'waiting', 'interruptible sleep', null, null],
        [10, 40, 'unknown', 'switch not recorded', null, null],
        [50, 20, 'waiting', 'interruptible sleep', null, null],
      ].filter(([, duration]) => duration !== 0),
    );
    expect(await states(text, of(3))).toEqual([
      [0, 10, 'unknown', 'before its first event', null, null],
      [10, 50, 'unknown', 'switch not recorded', null, null],
      [60, 10, 'running', null, 0, null],
      [70, 0, 'waiting', 'interruptible sleep', null, null],
    ]);
  });

  it('are waiting before the first event of a thread that is not new', async () => {
    const text = [
      switched('0 0 a/50 S -/0'),
      switched('20 0 -/0 R old/9'),
      switched('30 0 old/9 S a/50'),
      // A new thread has the name of its creator, or an id higher than all before.
      switched('40 0 a/50 S a/8'),
      switched('50 0 a/8 S new/60'),
      switched('60 0 new/60 S -/0'),
    ];
    const firstOf = async (tid: number, ...more: string[]) =>
      (await states([...text, ...more].join(''), of(tid)))[0];
    expect(await firstOf(9)).toEqual([0, 20, 'waiting', 'before its first event', null, null]);
    expect(await firstOf(8)).toEqual([0, 40, 'unknown', 'before its first event', null, null]);
    expect(await firstOf(60)).toEqual([0, 50, 'unknown', 'before its first event', null, null]);
    // Where wake-ups are recorded, a thread that runs without one was ready, or its wake-up was lost.
    expect(await firstOf(9, woken('70 0 a/50 old/9'))).toEqual([
      0,
      20,
      'unknown',
      'before its first event',
      null,
      null,
    ]);
  });

  it('begin in the piece of a recording in which a thread that is not new is first seen', async () => {
    const pieces = [
      [switched('0 0 a/50 S b/60'), switched('10 0 b/60 R a/50')],
      [switched('18 0 a/50 S b/60'), switched('30 0 b/60 R old/9'), switched('40 0 old/9 S a/50')],
    ];
    const paths = pieces.map((lines, i) => scratch.file(`older-${i}.txt`, lines.join('')));
    const workspace = await Workspace.open(null);
    try {
      await workspace.import({ paths, workers: 0 });
      const { rows } = await workspace.table(
        `SELECT s.capture, (s.ts + c.zero_ns - 5000000000) // 1000, s.duration // 1000, s.state
         FROM states s JOIN capture c ON c.id = s.capture WHERE s.tid = 9 ORDER BY 2, s.duration`,
      );
      expect(rows).toEqual([
        [2, 18, 12, 'waiting'],
        [2, 30, 10, 'running'],
        [2, 40, 0, 'waiting'],
      ]);
    } finally {
      await workspace.close();
    }
  });

  it('begin when a thread is created, and end with it; its id may be reused', async () => {
    const text = [
      switched('0 0 a/1 S b/2'),
      woken('10 0 b/2 new/7', 'sched_wakeup_new'),
      switched('20 0 b/2 S new/7'),
      // perf no longer knows the name of a thread that has ended.
      event(
        '30',
        '0',
        [':-1', '-1'],
        'sched:sched_switch: prev_comm=new prev_pid=7 prev_prio=120 prev_state=X ==> next_comm=b next_pid=2 next_prio=120',
      ),
      switched('90 0 b/2 S other/7'),
      switched('95 0 other/7 S -/0'),
    ].join('');
    expect(
      await states(
        text,
        'SELECT process, ts // 1000, duration // 1000, state, reason FROM states WHERE tid = 7 ORDER BY ts, duration',
      ),
    ).toEqual([
      ['new', 10, 10, 'ready', 'created'],
      ['new', 20, 10, 'running', null],
      ['other', 90, 5, 'running', null],
      ['other', 95, 0, 'waiting', 'interruptible sleep'],
    ]);
  });

  it('name the system call in which a thread sleeps', async () => {
    const text = [
      switched('0 0 x/9 S a/1'),
      event('5', '0', ['a', '1'], 'syscalls:sys_enter_fdatasync: fd: 0x00000003'),
      switched('10 0 a/1 D b/2'),
      switched('20 0 b/2 S a/1'),
      event('21', '0', ['a', '1'], 'syscalls:sys_exit_fdatasync: 0x0'),
      event('22', '0', ['a', '1'], 'raw_syscalls:sys_enter: NR 7 (0, 0, 0, 0, 0, 0)'),
      switched('23 0 a/1 S b/2'),
    ].join('');
    expect(
      await states(text, "SELECT reason FROM states WHERE tid = 1 AND state = 'waiting' ORDER BY ts"),
    ).toEqual([['uninterruptible sleep in fdatasync'], ['interruptible sleep in system call 7']]);
  });

  it('do not depend on the order of the file', async () => {
    const lines = [switched('0 0 a/1 S b/2'), switched('10 0 b/2 S a/1'), switched('20 0 a/1 S -/0')];
    const sql = 'SELECT tid, ts, duration, state, reason, cpu FROM states ORDER BY ALL';
    expect(await states([lines[0], lines[2], lines[1]].join(''), sql)).toEqual(
      await states(lines.join(''), sql),
    );
  });

  it('continue in the next capture of a split recording, and end when that is removed', async () => {
    const frames = '\tffff8000 schedule+0x1 ([kernel.kallsyms])\n\n';
    const lines = [
      switched('0 0 x/9 S a/1'),
      switched('10 0 a/1 D b/2', frames),
      switched('20 0 b/2 R x/9'),
      // The recording was split here.
      switched('28 0 x/9 S b/2'),
      woken('30 0 b/2 a/1'),
      switched('40 0 b/2 S a/1'),
      switched('50 0 a/1 S c/3'),
    ];
    const paths = [lines.slice(0, 3), lines.slice(3)].map((part, i) =>
      scratch.file(`piece-${i}.txt`, part.join('')),
    );
    const sql = `SELECT s.capture, (s.ts + c.zero_ns - 5000000000) // 1000, s.duration // 1000, s.state, s.reason
      FROM states s JOIN capture c ON c.id = s.capture WHERE s.tid = 1 ORDER BY 2, s.duration`;
    const offCpu = `SELECT s.capture, s.period FROM samples s WHERE kind = 'off-cpu' ORDER BY ALL`;
    const first = [1, 0, 10, 'running', null];
    const workspace = await Workspace.open(null);
    try {
      const read = (path: string | undefined) => workspace.import({ paths: [path ?? ''], workers: 0 });
      const rows = async (sql: string) => (await workspace.table(sql)).rows;
      await read(paths[0]);
      const alone = [first, [1, 10, 10, 'waiting', 'uninterruptible sleep']];
      expect(await rows(sql)).toEqual(alone);
      expect(await rows(offCpu)).toEqual([[1, 10_000]]);
      await read(paths[1]);
      const together = [
        first,
        [1, 10, 18, 'waiting', 'uninterruptible sleep'],
        [2, 28, 2, 'waiting', 'uninterruptible sleep'],
        [2, 30, 10, 'ready', 'woken'],
        [2, 40, 10, 'running', null],
        [2, 50, 0, 'waiting', 'interruptible sleep'],
      ];
      expect(await rows(sql)).toEqual(together);
      expect(await rows(offCpu)).toEqual([
        [1, 18_000],
        [2, 2_000],
      ]);
      expect((await workspace.captures()).map(({ rows }) => [rows.state, rows.sample])).toEqual([
        [8, 2],
        [11, 1],
      ]);
      await workspace.remove(2);
      expect(await rows(sql)).toEqual(alone);
      await workspace.restore(2);
      expect(await rows(sql)).toEqual(together);
      // An hour later is another recording.
      const start = 1_700_000_000_000_000_000n;
      await workspace.setClock(1, { start });
      expect(await rows(sql)).toEqual(together);
      await workspace.setClock(2, { start: start + 3_600_000_000_000n });
      expect((await rows(sql)).slice(0, 2)).toEqual(alone);
      await workspace.undoClock();
      expect(await rows(sql)).toEqual(together);
    } finally {
      await workspace.close();
    }
  });

  it('are merged per thread if captures of a recording overlap, whatever their CPUs and digits', async () => {
    const lines = [
      switched('0 0 a/1 S b/2'),
      switched('5 1 c/3 S a/1'),
      switched('10 0 b/2 R d/4'),
      switched('20 1 a/1 S b/2'),
      switched('30 1 b/2 S c/3'),
    ];
    const exact = (line: string) => line.replace(/5\.(\d{6}):/, '5.$1123:');
    const all = 'SELECT tid, sum(duration), count(DISTINCT capture) FROM states GROUP BY tid ORDER BY tid';
    const statesOf = async (...texts: string[]) => {
      const workspace = await Workspace.open(null);
      try {
        const paths = texts.map((text, i) => scratch.file(`${texts.length}-${i}.txt`, text));
        await workspace.import({ paths, workers: 0 });
        return (await workspace.table(all)).rows.map(([tid, sum]) => [tid, Number(sum) / 1000]);
      } finally {
        await workspace.close();
      }
    };
    const whole = await statesOf(lines.join(''));
    expect(whole).toEqual([1, 2, 3, 4].map(tid => [tid, 30]));
    expect(await statesOf(lines.join(''), lines.slice(1, 4).map(exact).join(''))).toEqual(whole);
    const header = '# ========\n# captured on    : Mon Nov 23 00:00:00 2026\n# hostname : m\n# ========\n#\n';
    const ofCpu = (cpu: number) => header + lines.filter(line => line.includes(`[00${cpu}]`)).join('');
    expect(await statesOf(ofCpu(0), ofCpu(1))).toEqual(whole);
  });

  it('make samples of waits, if switches have stacks', async () => {
    const frames = '\tffff8000 schedule+0x1 ([kernel.kallsyms])\n\t    1000 main+0x1 (/bin/a)\n\n';
    const text = [
      switched('0 0 a/1 S b/2', frames),
      switched('10 0 b/2 R a/1', frames),
      switched('25 0 a/1 S -/0', frames),
      switched('30 0 -/0 R a/1', frames),
    ].join('');
    expect(
      await states(
        text,
        "SELECT ts // 1000, weight, period, process, function FROM samples WHERE kind = 'off-cpu' ORDER BY ts",
      ),
    ).toEqual([
      [0, 1, 10_000, 'a', 'schedule'],
      [25, 1, 5000, 'a', 'schedule'],
    ]);
  });

  it('cover the capture for every thread: disk-stall', async context => {
    if (missing(incident('disk-stall/sched.perf.txt.zst'))) return context.skip();
    const workspace = await Workspace.open(null);
    try {
      const text = await beginningOf(incident('disk-stall/sched.perf.txt.zst'), 20e6);
      await workspace.import({ paths: [scratch.file('sched.perf.txt', text)], workers: 0 });
      const { rows } = await workspace.table(
        `SELECT sum(duration), max(ts + duration) - min(ts), (SELECT max(ts + duration) - min(ts) FROM state)
         FROM states WHERE process IN ('postgres', 'pgbench') GROUP BY tid HAVING min(ts) = 0`,
      );
      for (const [all, span] of rows) expect(all).toBe(span);
      // The benchmark's connections outlast the beginning of the recording.
      expect(rows.filter(([, span, capture]) => span === capture).length).toBeGreaterThanOrEqual(6);
    } finally {
      await workspace.close();
    }
  });
});
