import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, incident, missing } from '../../fixtures/shared.ts';
import type { Options } from '../contract.ts';
import { ascii } from '../kit/bytes.ts';
import { countLines } from '../kit/lines.ts';
import { options, Recorder, readAll } from '../kit/recorder.ts';
import { perfScript } from './format.ts';

const read = (text: string, given: Partial<Options> = {}): Recorder =>
  readAll(perfScript, ascii(text), given);
const readFixture = async (name: string): Promise<Recorder> =>
  readAll(perfScript, await bytesOf(fixture(`perf-script/${name}`)));

const frame = '\t          401000 main+0x10 (/bin/app)\n';

/** The first sample of one record with this header. */
function sampleOf(header: string) {
  const recorder = read(`${header}\n${frame}\n`);
  expect(recorder.problems).toEqual([]);
  return recorder.samples[0]!;
}

it('times count from the first record, also if the first bytes of the file have none', () => {
  const comments = '# a line of the header\n'.repeat(4000);
  const record = (time: string) => `app  300 [001] ${time}: cycles: \n${frame}\n`;
  const { samples, problems } = read(`${comments}${record('12.000001')}${record('12.5')}`);
  expect(samples.map(({ ts }) => ts)).toEqual([0, 499_999_000]);
  expect(problems).toEqual([]);
});

describe('headers', () => {
  it.each([
    ['app  300 [001] 12.000001: cycles: ', { process: 'app', pid: null, tid: 300 }, 1],
    ['app  300/301 [001] 12.000001: cycles: ', { process: 'app', pid: 300, tid: 301 }, 1],
    ['app  300/301 12.000001: cycles: ', { process: 'app', pid: 300, tid: 301 }, null],
    ['swapper     0 [000] 12.000001: cycles: ', { process: 'swapper', pid: null, tid: 0 }, 0],
    ['two words 3 300 [001] 12.000001: cycles: ', { process: 'two words 3', pid: null, tid: 300 }, 1],
    [
      'kworker/u4:2-ev  300 [001] 12.000001: cycles: ',
      { process: 'kworker/u4:2-ev', pid: null, tid: 300 },
      1,
    ],
    ['12345 300 [001] 12.000001: cycles: ', { process: '12345', pid: null, tid: 300 }, 1],
    [':300  300 [001] 12.000001: cycles: ', { process: ':300', pid: null, tid: 300 }, 1],
    ['at 1.5: x  300 [001] 12.000001: cycles: ', { process: 'at 1.5: x', pid: null, tid: 300 }, 1],
    ['   300/301 [001] 12.000001: cycles: ', { process: null, pid: 300, tid: 301 }, 1],
    ['app  12.000001: cycles: ', { process: 'app', pid: null, tid: null }, null],
    ['com.app\t300 [001] 12.000001:\t7 cycles:', { process: 'com.app', pid: null, tid: 300 }, 1],
    ['app  300 [001] U     12.000001: cycles: ', { process: 'app', pid: null, tid: 300 }, 1],
    ['app  -1/300 [001] 12.000001: cycles: ', { process: 'app', pid: null, tid: 300 }, 1],
    ['      app  300 [001] 12.000001: cycles: ', { process: 'app', pid: null, tid: 300 }, 1],
  ])('%j: thread and CPU', (header, thread, cpu) => {
    expect(sampleOf(header)).toMatchObject({ thread, cpu, kind: 'cycles', ts: 0, stack: 'main' });
  });

  it.each([
    ['app 300 cycles:', 'cycles', null, null],
    ['app 300 12.000001: cycles:', 'cycles', null, 0],
    ['app 300 12.000001:     250000 cycles: ', 'cycles', 250_000, 0],
    ['app 300 12.000001: 1 cycles:uppp: ', 'cycles:uppp', 1, 0],
    ['app 300 12.000001: cpu/event=0x3c,umask=0x0/u: ', 'cpu/event=0x3c,umask=0x0/u', null, 0],
    ['app 300 12.000001:                 cpu-clock:uhH: ', 'cpu-clock:uhH', null, 0],
    ['app 300 12.000001: ', '[unknown]', null, 0],
    ['app 300 12.000001: 7 ', '[unknown]', 7, 0],
    ['app 300 [001] 99 cycles:u: ', 'cycles:u', 99, null],
  ])('%j: kind, period and time', (header, kind, period, ts) => {
    expect(sampleOf(header)).toMatchObject({ kind, period, ts, weight: 1, stack: 'main' });
  });

  it('keeps nanoseconds exactly, also after years of uptime', () => {
    const recorder = read(
      ['90075374.517811001', '90075374.517811002', '90075375.0']
        .map(time => `a 1 ${time}: e:\n${frame}`)
        .join('\n'),
    );
    expect(recorder.samples.map(({ ts }) => ts)).toEqual([0, 1, 482_188_999]);
    expect(recorder.lastClock?.zero).toBe(90_075_374_517_811_001n);
  });

  it('reads 0.000000 as no time, and keeps a record with an impossible time, without that time', () => {
    const recorder = read(
      `a 1 0.000000: e:\n${frame}\na 1 5.0: e:\n${frame}\na 1 999999999999999.0: e:\n${frame}`,
    );
    expect(recorder.samples.map(({ ts }) => ts)).toEqual([null, 0, null]);
    expect(recorder.problemCounts()).toEqual({ 'time-out-of-range': 1 });
  });

  it('takes a time of too many digits for no event', () => {
    const recorder = read(
      `a 1 5.0: e:\n${frame}\na 1 ${'1'.repeat(25)}.0: e:\n${frame}\na 1 6.0: e:\n${frame}`,
    );
    expect(recorder.samples.map(({ ts, kind }) => [ts, kind])).toEqual([
      [0, 'e'],
      [1e9, 'e'],
    ]);
    expect(recorder.problems.map(({ line }) => line)).toContain(4);
  });

  it('distinguishes kinds that differ by modifier', () => {
    const recorder = read(
      `a 1 5.0: cycles:u:\n${frame}\na 1 5.1: cycles:k:\n${frame}\na 1 5.2: cycles:\n${frame}`,
    );
    expect(recorder.samples.map(({ kind }) => kind)).toEqual(['cycles:u', 'cycles:k', 'cycles']);
  });

  it('needs no blank line between records', () => {
    const recorder = read(`a 1 5.0: e:\n${frame}a 2 5.1: e:\na 3 5.2: e:\n${frame}`);
    expect(recorder.samples.map(({ stack }) => stack)).toEqual(['main', null, 'main']);
  });
});

describe('frames', () => {
  const framesOf = (...lines: string[]) => {
    const recorder = read(`a 1 5.0: e:\n${lines.map(line => `\t${line}\n`).join('')}`);
    expect(recorder.problems).toEqual([]);
    return recorder.samples[0]!.frames;
  };

  it.each([
    ['401000 main+0x1f (/bin/app)', 'main', '/bin/app'],
    ['401000 main', 'main', '[unknown]'],
    ['401000 foo(int, char const*) (/lib/l.so)', 'foo(int, char const*)', '/lib/l.so'],
    ['401000 foo(int)', 'foo(int)', '[unknown]'],
    ['401000 f<(lambda at a.cc:3)>() const (/lib/l.so)', 'f<(lambda at a.cc:3)>() const', '/lib/l.so'],
    ['401000 p<T>::operator->() (/lib/l.so)', 'p<T>::operator->()', '/lib/l.so'],
    ['401000 operator()+0x3 (/my app (x86)/l.so)', 'operator()', '/my app (x86)/l.so'],
    ['401000 work (/memfd:jit (deleted))', 'work', '/memfd:jit (deleted)'],
    ['401000 work (/tmp/a)b.so)', 'work', '/tmp/a)b.so'],
    ['ffffffff81000010 do_idle ([kernel.kallsyms])', 'do_idle', '[kernel.kallsyms]'],
    ['401000\tart::Run() (/apex/libart.so)', 'art::Run()', '/apex/libart.so'],
    ['d70 _start+0xffff018fd5dce000 (/usr/lib/ld-2.24.so)', '_start', '/usr/lib/ld-2.24.so'],
  ])('%s', (line, symbol, module) => {
    expect(framesOf(line)).toEqual([{ symbol, module, address: null, offset: null }]);
  });

  it('have their address if they have no symbol', () => {
    expect(
      framesOf('7f00 [unknown] (/lib/l.so)', '8000 [unknown] ([unknown])', '9000', 'a000 (/lib/m.so)'),
    ).toEqual([
      { symbol: '[unknown]', module: '/lib/m.so', address: 0xa000n, offset: null },
      { symbol: '[unknown]', module: '[unknown]', address: 0x9000n, offset: null },
      { symbol: '[unknown]', module: '[unknown]', address: 0x8000n, offset: null },
      { symbol: '[unknown]', module: '/lib/l.so', address: 0x7f00n, offset: null },
    ]);
  });

  it('have all 64 bits of their address, and their offset in the file of the module', () => {
    expect(
      framesOf(
        'ffffffff81e0001f [unknown] ([kernel.kallsyms])',
        'ffffffffffffffff [unknown] ([unknown])',
        '7f1e2215d058 [unknown] (/usr/lib/libc.so.6+0x15d058)',
        '401000 main+0x10 (/usr/bin/app+0x1000)',
        '7f00 [unknown] (/a+0x11112222333344445)',
        '7f01 [unknown] (/opt/c++0x/lib.so)',
      ),
    ).toEqual([
      { symbol: '[unknown]', module: '/opt/c++0x/lib.so', address: 0x7f01n, offset: null },
      { symbol: '[unknown]', module: '/a+0x11112222333344445', address: 0x7f00n, offset: null },
      { symbol: 'main', module: '/usr/bin/app', address: null, offset: null },
      { symbol: '[unknown]', module: '/usr/lib/libc.so.6', address: 0x7f1e2215d058n, offset: 0x15d058n },
      { symbol: '[unknown]', module: '[unknown]', address: 0xffffffffffffffffn, offset: null },
      { symbol: '[unknown]', module: '[kernel.kallsyms]', address: 0xffffffff81e0001fn, offset: null },
    ]);
  });

  it('gives inlined Java methods frames of their own', () => {
    const [first, ...rest] = framesOf(
      '7f00 LA;::run->LB;::parse->Ljava/lang/String;::hashCode (/tmp/perf-9.map)',
    );
    expect([first, ...rest].map(each => each?.symbol)).toEqual([
      'LA;::run',
      'LB;::parse',
      'Ljava/lang/String;::hashCode',
    ]);
    expect(first?.module).toBe('/tmp/perf-9.map');
  });

  it('gives inlined frames the module of the frame they are inlined into, which has the same address', () => {
    expect(
      framesOf('118a mix (inlined)', '118a step (inlined)', '118a work (/bin/app)', '105d main (/lib/l.so)'),
    ).toEqual(
      [
        ['main', '/lib/l.so'],
        ['work', '/bin/app'],
        ['step', '/bin/app'],
        ['mix', '/bin/app'],
      ].map(([symbol, module]) => ({ symbol, module, address: null, offset: null })),
    );
  });

  it('gives no module to inlined frames without an enclosing frame', () => {
    expect(
      framesOf('20 read (inlined)', '20 __read (inlined)', '30 work (/bin/app)', '40 f (inlined)'),
    ).toEqual(
      [
        ['f', '[unknown]'],
        ['work', '/bin/app'],
        ['__read', '[unknown]'],
        ['read', '[unknown]'],
      ].map(([symbol, module]) => ({ symbol, module, address: null, offset: null })),
    );
  });

  it('distinguishes inlined frames of one function by address', () => {
    const record = (...frames: string[]) => `a 1 5.0: e:\n${frames.map(frame => `\t${frame}\n`).join('')}\n`;
    const recorder = read(
      record('20 mix (inlined)', '20 work (/bin/app)', '30 main (/bin/app)') +
        record('21 mix (inlined)', '20 work (/bin/app)', '30 main (/bin/app)') +
        record('20 mix (inlined)', '20 work (/bin/app)', '30 main (/bin/app)'),
    );
    expect(recorder.samples.map(({ frames }) => frames.map(each => each.module).join(' '))).toEqual([
      '/bin/app /bin/app /bin/app',
      '/bin/app /bin/app [unknown]',
      '/bin/app /bin/app /bin/app',
    ]);
  });

  it('gives inlined frames their module even if the enclosing frame came first in a stack without them', () => {
    const record = (...frames: string[]) => `a 1 5.0: e:\n${frames.map(frame => `\t${frame}\n`).join('')}\n`;
    const recorder = read(
      record('20 work (/bin/app)', '30 main (/bin/app)') +
        record('20 mix (inlined)', '20 work (/bin/app)', '30 main (/bin/app)'),
    );
    expect(recorder.samples.map(({ frames }) => frames.map(each => each.module).join(' '))).toEqual([
      '/bin/app /bin/app',
      '/bin/app /bin/app /bin/app',
    ]);
  });

  it('reads stacks without indentation, with blanks, and on the line of the header', async () => {
    const unindented = await readFixture('unindented.txt');
    expect(unindented.problems).toEqual([]);
    expect([...unindented.folded()]).toEqual([
      ['cpu_startup_entry;do_idle', 1],
      ['main;LazyCompile:~body_0 evalmachine.<anonymous>:1;RegExp:[&<>"\']', 1],
    ]);
    const oneLine = await readFixture('one-line.txt');
    expect(oneLine.samples.map(({ frames }) => frames.length)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(oneLine.events).toEqual([]);
  });

  it('leaves out the frames of a stack that exceed its maximum depth, and reports them', () => {
    const deep = `a 1 5.0: e:\n${Array.from({ length: 20_000 }, (_, at) => `\t${(at + 16).toString(16)} f${at} (/m)\n`).join('')}`;
    const recorder = read(deep);
    expect(recorder.samples[0]!.frames.length).toBe(16_384);
    expect(recorder.problemCounts()).toEqual({ 'stack-too-deep': 20_000 - 16_384 });
  });
});

describe('fields of -F beside the frame', () => {
  /** Stacks, threads and times of the records below each `# -F` line of a fixture. */
  async function byFields(name: string) {
    const text = new TextDecoder().decode(await bytesOf(fixture(`perf-script/${name}`)));
    return text
      .split(/^# -F /m)
      .slice(1)
      .map(part => {
        const [fields = '', ...lines] = part.split('\n');
        const recorder = read(lines.join('\n'));
        const { 'fields-left-out': _, 'source-line': __, ...problems } = recorder.problemCounts();
        const samples = recorder.samples.map(({ frames, thread, kind, cpu, ts }) => ({
          frames: frames.map(({ symbol, module }) => `${symbol} ${fields.includes('dso') ? module : ''}`),
          thread,
          kind,
          cpu,
          ts,
        }));
        return { fields, samples, problems, sniff: perfScript.sniff(ascii(lines.join('\n')), '') };
      });
  }

  it.each([
    ['fields-one-line.txt', 18],
    ['fields-stacks.txt', 18],
    ['fields-page-faults.txt', 2],
  ])('%s: stacks are those without the other fields', async (name, count) => {
    const [plain, ...others] = await byFields(name);
    expect(others.length).toBe(count);
    expect(plain!.samples.length).toBeGreaterThan(0);
    for (const { fields, samples, problems, sniff } of others) {
      const withoutModules = samples.map(each => ({
        ...each,
        frames: each.frames.map(frame => frame.replace(/ \S*$/, ' ')),
      }));
      expect(plain!.fields.includes('dso') ? samples : withoutModules, fields).toEqual(plain!.samples);
      expect(problems, fields).toEqual({});
      expect(sniff, fields).not.toBe('no');
    }
  });

  const leafOf = (text: string) => {
    const recorder = read(`app 300 [001] 12.000001: ${text}\n`);
    const { symbol, module } = recorder.samples[0]?.frames.at(-1) ?? {};
    return [symbol, module, recorder.events[0]?.message ?? null, recorder.events[0]?.fields ?? null];
  };
  const kernel = '[kernel.kallsyms]';

  it.each([
    [
      'cycles:  ffffffff8826e448 native_write_msr ([kernel.kallsyms]) insn: 0f 30',
      'native_write_msr',
      kernel,
    ],
    ['cycles:      7fc66bd036d7 [unknown] (/lib/ld-2.27.so) insn: 0f b6 10', '[unknown]', '/lib/ld-2.27.so'],
    ['cycles:  ffffffff8206c617 f (with blank) (/a b (c)/d) insn: 55', 'f (with blank)', '/a b (c)/d'],
    ['cycles:      5586f3a1b2c4 add (/bin/app)', 'add', '/bin/app'],
    ['cycles:                0     5586f3a1b2c4 add (/bin/app)', 'add', '/bin/app', '0'],
    ['cycles: ffff888100000010 ffffffff8206c617 add ([kernel.kallsyms])', 'add', kernel, 'ffff888100000010'],
    ['cycles: 7ffd1234 5586f3a1b2c4 main (/bin/app)', 'main', '/bin/app', '7ffd1234'],
    ['cycles:      555555554040 main (/bin/app)', 'main', '/bin/app'],
    ['     555555554040 main (/bin/app)', 'main', '/bin/app'],
    ['     1234 cycles:  ffffffff8206c617 f ([kernel.kallsyms])  \t IPC: 0.50 (10/20) ', 'f', kernel],
    ['cycles:  ffffffff8206c617 f ([kernel.kallsyms]) 0x40/0x50/P/-/-/0  0x60/0x70/M/-/-/3', 'f', kernel],
    ['cycles:   call                        5586f3a1b2c4 main (/bin/app)', 'main', '/bin/app', 'call'],
  ])('%s', (text, symbol, module, message: string | null = null) => {
    expect(leafOf(text).slice(0, 3)).toEqual([symbol, module, message]);
  });

  it('has the cgroup, and the operation and level of a memory access, as fields', () => {
    const nginx = { cgroup: '/system.slice/nginx.service' };
    expect(
      leafOf(
        '250000 cycles:  /system.slice/nginx.service ffffffff8206c617 tcp_sendmsg+0x17 ([kernel.kallsyms])',
      ),
    ).toEqual(['tcp_sendmsg', kernel, '/system.slice/nginx.service', nginx]);
    expect(leafOf(' /system.slice/nginx.service     5586f3a1b2c4 work+0x44 (/usr/sbin/nginx)')).toEqual([
      'work',
      '/usr/sbin/nginx',
      '/system.slice/nginx.service',
      nginx,
    ]);
    const access = '68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A';
    expect(
      leafOf(`mem-loads:         ${access}             120 ffffffff8206c617 copy ([kernel.kallsyms])`),
    ).toEqual(['copy', kernel, `${access}             120`, { operation: 'LOAD', level: 'L1 hit' }]);
    const stacked = read(
      'nginx 1 [002] 5010.1: 250000 cycles:  /a.slice/b.service\n\tffffffff8206c617 f ([k])\n\n',
    );
    expect(stacked.samples.map(({ stack, kind, period }) => [stack, kind, period])).toEqual([
      ['f', 'cycles', 250_000],
    ]);
    expect(stacked.events.map(({ fields }) => fields)).toEqual([{ cgroup: '/a.slice/b.service' }]);
  });

  it('has the address of a tracepoint without a call chain as its stack', () => {
    expect(
      leafOf(
        'sched:sched_waking: comm=sh pid=21913 prio=120 target_cpu=001 ffffffff813a89c4 try_to_wake_up ([kernel.kallsyms])',
      ),
    ).toEqual([
      'try_to_wake_up',
      kernel,
      'comm=sh pid=21913 prio=120 target_cpu=001',
      { comm: 'sh', pid: 21913, prio: 120, target_cpu: 1 },
    ]);
  });

  it('reports fields that it leaves out', () => {
    const recorder = read(
      'a 1 5.0: e:  ffffffff8206c617 f ([k]) insn: 55\na 1 6.0: e:\n\t20 f (/m)\n insn: 55\n\n',
    );
    expect(recorder.problemCounts()).toEqual({ 'fields-left-out': 2 });
    expect(recorder.counts).toEqual({ used: 4, blank: 1, skipped: 0 });
  });
});

describe('payloads', () => {
  const fieldsOf = (event: string, payload: string) => {
    const recorder = read(`app 1 [000] 5.0: ${event}: ${payload}\n`);
    expect(recorder.problems).toEqual([]);
    expect(recorder.events[0]).toMatchObject({
      kind: event,
      message: payload,
      ts: 0,
      line: 1,
      lines: 1,
      offset: 0,
    });
    return recorder.events[0]!.fields;
  };

  it('reads strings printed by a probe', () => {
    expect(fieldsOf('probe:f', '(ffffffff81) arg1=12 s="a b, x=1" t="42" u="')).toEqual({
      arg1: 12,
      s: 'a b, x=1',
      t: '42',
      u: '"',
    });
  });

  it('reads sched_switch, whatever the names of threads', () => {
    expect(
      fieldsOf(
        'sched:sched_switch',
        'prev_comm=kworker/0:1H prev_pid=58 prev_prio=100 prev_state=R+ ==> next_comm=a next_pid=x next_pid=42 next_prio=-1',
      ),
    ).toEqual({
      prev_comm: 'kworker/0:1H',
      prev_pid: 58,
      prev_prio: 100,
      prev_state: 'R+',
      next_comm: 'a next_pid=x',
      next_pid: 42,
      next_prio: -1,
    });
    expect(fieldsOf('sched:sched_switch', 'app:1 [120] S ==> 42:7 [98]')).toEqual({
      prev_comm: 'app',
      prev_pid: 1,
      prev_prio: 120,
      prev_state: 'S',
      next_comm: '42',
      next_pid: 7,
      next_prio: 98,
    });
  });

  it('reads key=value with units and blanks', () => {
    expect(
      fieldsOf('sched:sched_stat_runtime', 'comm=two words pid=7 runtime=1234 [ns] vruntime=5 [ns]'),
    ).toEqual({
      comm: 'two words',
      pid: 7,
      runtime: 1234,
      vruntime: 5,
    });
    expect(fieldsOf('net:net_dev_xmit', 'dev=eth0 skbaddr=0xffff888100000000 len=66 rc=0')).toEqual({
      dev: 'eth0',
      skbaddr: '0xffff888100000000',
      len: 66,
      rc: 0,
    });
  });

  it('reads the fields of block requests by their position', () => {
    expect(fieldsOf('block:block_rq_issue', '254,0 WS 8192 () 334608544 + 16 0x2,0,4 [postgres]')).toEqual({
      dev: '254,0',
      rwbs: 'WS',
      bytes: 8192,
      cmd: '',
      sector: 334_608_544,
      nr_sector: 16,
      ioprio: '0x2,0,4',
      comm: 'postgres',
    });
    expect(fieldsOf('block:block_rq_complete', '8,0 R () 18446744073709551615 + 0 [-5]')).toEqual({
      dev: '8,0',
      rwbs: 'R',
      cmd: '',
      sector: '18446744073709551615',
      nr_sector: 0,
      error: -5,
    });
  });

  it('reads system calls', () => {
    expect(
      fieldsOf('syscalls:sys_enter_write', 'fd: 0x00000001, buf: 0x563a92782ae0, count: 0x00000002'),
    ).toEqual({
      fd: 1,
      buf: 0x563a92782ae0,
      count: 2,
      syscall: 'write',
    });
    expect(fieldsOf('syscalls:sys_exit_read', '0xfffffffffffffff5')).toEqual({ ret: -11, syscall: 'read' });
    expect(fieldsOf('syscalls:sys_enter_getpid', '')).toEqual({ syscall: 'getpid' });
  });

  it('names system calls printed as numbers for the machine in the header; without one, assumes x86_64 and reports that', () => {
    const line = 'app 1 [000] 5.0: raw_syscalls:sys_exit: NR 17 = -2\n';
    const named = (machine: string) => {
      const { events, problems } = read(`${machine}${line}`);
      return [events[0]?.fields, problems.map(({ code }) => code)];
    };
    const header = (machine: string) => `# ========\n# arch : ${machine}\n# ========\n#\n`;
    expect(named('')).toEqual([{ id: 17, ret: -2, syscall: 'pread64' }, ['machine-assumed']]);
    expect(named(header('x86_64'))).toEqual([{ id: 17, ret: -2, syscall: 'pread64' }, []]);
    expect(named(header('aarch64'))).toEqual([{ id: 17, ret: -2, syscall: 'getcwd' }, []]);
    expect(named(header('s390x'))).toEqual([{ id: 17, ret: -2 }, []]);
  });

  it('are kept as text if they cannot be parsed', () => {
    expect(fieldsOf('custom:probe', 'plain words: here (and there)')).toEqual({});
  });

  it('with additional text give a sample, and an event that has the text', () => {
    const recorder = read(
      `app 1 5.0: cpu/mem-loads/P: 7f10 |OP LOAD|LVL L1 hit\n${frame}\napp 1 5.1: page-faults: 7f10\n${frame}`,
    );
    expect(recorder.problems).toEqual([]);
    expect(recorder.samples.map(({ kind, stack }) => [kind, stack])).toEqual([
      ['cpu/mem-loads/P', 'main'],
      ['page-faults', 'main'],
    ]);
    expect(recorder.events.map(({ message }) => message)).toEqual(['7f10 |OP LOAD|LVL L1 hit', '7f10']);
    const bare = read('app 1 5.0: cycles: no address\n');
    expect([bare.samples.length, bare.events.length]).toEqual([1, 1]);
  });

  it('with a stack give a sample and an event, both with the stack', async () => {
    const { samples, events, problems } = await readFixture('sched-stacks.txt');
    expect(problems).toEqual([]);
    expect(samples.map(({ kind }) => kind)).toEqual(Array(3).fill('sched:sched_switch'));
    expect(events.map(({ stack }) => stack)).toEqual(samples.map(({ stack }) => stack));
    expect(events[0]).toMatchObject({
      line: 1,
      lines: samples[0]!.frames.length + 1,
      fields: { prev_comm: 'sh' },
    });
  });

  it("reads perf's own records as events", async () => {
    const { events, samples } = await readFixture('records.txt');
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(['PERF_RECORD_MMAP', 'PERF_RECORD_COMM', 'PERF_RECORD_MMAP2', 'PERF_RECORD_EXIT']),
    );
    expect(samples.every(({ kind }) => kind === 'cpu-clock')).toBe(true);
  });

  it('reads branches and errors of a processor trace', async () => {
    const { events, problems, samples } = await readFixture('itrace.txt');
    expect(problems).toEqual([]);
    expect(samples).toEqual([]);
    expect(events[1]).toMatchObject({
      kind: 'branches:uH',
      thread: { process: null, pid: 1000, tid: 1001 },
      fields: { flags: 'call', from: 'main+0x10 (/tmp/demo/app)', to: 'work+0x0 (/tmp/demo/app)' },
    });
    expect(events[3]).toMatchObject({
      kind: 'instruction trace error',
      ts: 29,
      cpu: 3,
      fields: { code: '7', reason: 'Overflow packet' },
    });
  });
});

describe('the header of the file', () => {
  it('states the machine and, with a clock id, the exact time', async () => {
    const { facts, lastClock, samples } = await readFixture('header.txt');
    expect(facts).toMatchObject({ host: 'vm', arch: 'x86_64', cpus: 2, frequency: { 'cpu-clock': 99 } });
    expect(facts.os).toMatch(/^Linux \d/);
    expect(facts.command).toContain('perf record -q --sample-cpu -k CLOCK_MONOTONIC');
    expect(lastClock).toMatchObject({ domain: 'boot', zone: null, source: 'reference-time', error: 1000 });
    expect(samples[0]!.ts).toBe(0);
  });

  const captured = '# ========\n# captured on: Thu Aug 17 14:14:43 2017\n# ========\n#\n';
  const records = `a 1 100.5: e:\n${frame}\na 1 103.5: e:\n${frame}`;
  const end = BigInt(Date.UTC(2017, 7, 17, 14, 14, 43)) * 1_000_000n;

  it('ignores a time that no clock can have', () => {
    const { lastClock, samples, problems } = read(`a 1 34023008000.1: e:\n${frame}\na 1 103.5: e:\n${frame}`);
    expect(samples.map(({ ts }) => ts)).toEqual([null, 0]);
    expect(lastClock?.zero).toBe(103_500_000_000n);
    expect(problems.map(({ code }) => code)).toContain('time-out-of-range');
  });

  it('without a clock id, states when the capture ended, in an assumed zone', () => {
    const { lastClock } = read(captured + records);
    expect(lastClock).toMatchObject({ zero: 100_500_000_000n, zoneFrom: 'assumed', error: 14 * 3600e9 });
    expect(100_500_000_000n + lastClock!.utcOffset! + 3_000_000_000n).toBe(end);
  });

  it('states when the capture ended in the zone that the user set', () => {
    const { lastClock } = read(captured + records, { zone: 'America/Los_Angeles' });
    expect(lastClock).toMatchObject({
      zone: 'America/Los_Angeles',
      source: 'captured-on',
      zoneFrom: 'set',
      error: 2e9,
    });
    expect(103_500_000_000n + lastClock!.utcOffset!).toBe(end + 7n * 3_600_000_000_000n);
  });

  it('recognises the wall clock', () => {
    const { lastClock } = read(`# clockid: realtime (0)\n${records}`);
    expect(lastClock).toMatchObject({ domain: 'utc', utcOffset: 0n, source: 'realtime' });
  });

  it('may be missing', () => {
    expect(read(records).lastClock).toMatchObject({
      domain: 'boot',
      utcOffset: null,
      source: 'boot-seconds',
    });
    expect(read(records, { start: 5n }).lastClock?.utcOffset).toBe(5n - 100_500_000_000n);
    expect(read(`a 1 e:\n${frame}`).lastClock).toMatchObject({ domain: 'none', utcOffset: null });
  });
});

describe('parts', () => {
  it('reuse caches of earlier parts', () => {
    const parts = [1, 2, 3].map(n => `app 300 ${n}.5: cycles:\n${frame}\t 402000 f${n} (/bin/app)\n\n`);
    const recorder = new Recorder();
    for (const part of parts) {
      const bytes = ascii(part);
      const reader = perfScript.open(recorder, options(bytes));
      reader.push(bytes);
      reader.end();
    }
    recorder.close();
    expect(recorder.samples.map(({ stack }) => stack)).toEqual(['f1;main', 'f2;main', 'f3;main']);
    expect(recorder.counts).toEqual({ used: 9, blank: 3, skipped: 0 });
  });
});

describe('damage', () => {
  it('is skipped with a reason, line by line', async () => {
    const recorder = await readFixture('damaged.txt');
    expect(recorder.problems.map(({ code, line }) => [code, line])).toEqual([
      ['frame-without-record', 1],
      ['frame-without-record', 2],
      ['invalid-utf8', 5],
      ['not-a-frame', 6],
      ['unrecognised-line', 9],
      ['nul-bytes', 10],
      ['invalid-utf8', 11],
      ['unrecognised-line', 14],
      ['cut-off', 14],
    ]);
    expect(recorder.samples.map(({ stack }) => stack)).toEqual(['main;na\ufffdme', 'start', null]);
    expect(recorder.counts).toEqual({ used: 6, blank: 2, skipped: 6 });
  });

  it('by NUL bytes is reported for every line that has them, even if its text is cached', () => {
    const { problems, samples } = read(
      `a\0b 1 5.0: e:\n\t 10 m\0n (/x)\n\na\0b 1 5.1: e:\n\t 10 m\0n (/x)\n\n`,
    );
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['nul-in-line', 1],
      ['nul-in-line', 2],
      ['nul-in-line', 4],
      ['nul-in-line', 5],
    ]);
    expect(samples.map(({ stack }) => stack)).toEqual(['m\0n', 'm\0n']);
  });

  it('is reported with its line and its offset in the file', () => {
    const text = `a 1 5.0: e:\n${frame}\nnonsense\na 2 5.1: e:\n`;
    expect(read(text).problems[0]).toMatchObject({
      line: 4,
      offset: text.indexOf('nonsense'),
      example: 'nonsense',
    });
  });

  it('skips a line that is too long, without holding it in memory', () => {
    const long = new Uint8Array(3 << 20).fill(0x78);
    const bytes = new Uint8Array([...ascii('a 1 5.0: e:\n'), ...long, ...ascii(`\n${frame}a 2 5.1: e:\n`)]);
    for (const chunk of [bytes.length, 65_536, 1_000_003]) {
      const recorder = readAll(perfScript, bytes, {}, chunk);
      expect(recorder.problems).toMatchObject([{ code: 'line-too-long', line: 2, offset: 12 }]);
      expect(recorder.problems[0]!.message).toContain(String(long.length));
      expect(recorder.samples).toHaveLength(2);
      expect(recorder.counts).toEqual({ used: 3, blank: 0, skipped: 1 });
    }
  });

  it('clears its caches if there are more distinct texts than fit', () => {
    const lines: string[] = [];
    for (let at = 0; at < 70_000; at++) {
      lines.push(
        `app ${at} [000] ${at + 1}.0: custom:event: value=${at}`,
        `\t${(at + 16).toString(16)} f${at}+0x${at.toString(16)} (/m)`,
        '',
      );
    }
    const recorder = read(lines.join('\n'));
    expect(recorder.problems).toEqual([]);
    expect(recorder.samples).toHaveLength(70_000);
    expect(recorder.samples[69_999]).toMatchObject({
      thread: { tid: 69_999 },
      stack: 'f69999',
      ts: 69_999e9,
    });
    expect(recorder.events.every(({ fields }, at) => fields.value === at)).toBe(true);
  });
});

describe('recognition', () => {
  const sniff = (text: string) => perfScript.sniff(ascii(text), 'x');

  it.each([
    ['folded stacks', 'java;main;run 12\njava;main;gc 3\n'],
    [
      'dtrace',
      'CPU     ID                    FUNCTION:NAME\n  0  64091  :tick-60s\n\n              genunix`fop_write+0x20\n              unix`sys+0x1\n               17\n',
    ],
    [
      'syslog',
      'Jun 14 15:16:01 combo sshd(pam_unix)[19939]: authentication failure\nJun 14 15:16:02 combo su: x\n',
    ],
    ['dmesg', '[   12.345678] usb 1-1: new high-speed USB device\n[   12.345900] usb 1-1: x\n'],
    ['ftrace', '            bash-1234  [001] d..3   123.456789: sched_switch: prev_comm=bash\n'],
    ['vmstat', 'procs -----------memory----------\n r  b   swpd   free\n 1  0      0 123456\n'],
    ['perf.data', 'PERFILE2h\0\0\0\0\0\0\0'],
    ['iso log', '2024-01-02 03:04:05.678: INFO started\n2024-01-02 03:04:05.679: INFO x\n'],
  ])('does not recognise %s', (_what, text) => {
    expect(['no', 'maybe']).toContain(sniff(text));
  });

  it('recognises stacks and tracepoints with certainty, and headers alone as likely', () => {
    expect(sniff(`app 1 5.0: cycles:\n${frame}\n`)).toBe('yes');
    expect(sniff('app 1 [000] 5.0: sched:sched_switch: a=b\n')).toBe('yes');
    expect(sniff('app 1 5.0: cycles:\napp 1 5.1: cycles:\n')).toBe('likely');
  });
});

describe('ground truth', () => {
  /** Number of samples by kind in each file. */
  const kinds: Record<string, Record<string, number>> = {
    'perf-cycles-instructions-01': { instructions: 333, cycles: 111 },
    'perf-dd-stacks-01': { 'cpu-clock': 11 },
    'perf-funcab-cmd-01': { 'cpu-clock': 169 },
    'perf-funcab-pid-01': { 'cpu-clock': 228 },
    'perf-iperf-stacks-pidtid-01': { 'cpu-clock': 201 },
    'perf-java-faults-01': { 'page-faults': 23 },
    'perf-java-stacks-01': { cycles: 46 },
    'perf-java-stacks-02': { cycles: 2 },
    'perf-js-stacks-01': { 'cpu-clock': 2 },
    'perf-mirageos-stacks-01': { 'cpu-clock': 53 },
    'perf-numa-stacks-01': { 'cpu-clock': 200 },
    'perf-rust-Yamakaky-dcpu': { 'cycles:u': 58 },
    'perf-vertx-stacks-01': { 'cpu-clock': 286 },
  };

  it.skipIf(missing(corpus('flamegraph/test'))).each(Object.entries(kinds))('%s', async (name, expected) => {
    const bytes = await bytesOf(corpus(`flamegraph/test/${name}.txt`));
    const recorder = readAll(perfScript, bytes);
    expect(perfScript.sniff(bytes.subarray(0, 65_536), 'x')).toBe('yes');
    const counts: Record<string, number> = {};
    for (const { kind } of recorder.samples) counts[kind] = (counts[kind] ?? 0) + 1;
    expect(counts).toEqual(expected);
    expect(recorder.problems).toEqual([]);
    expect(recorder.counts.used + recorder.counts.blank).toBe(countLines(bytes));
    // stackcollapse-perf folds only the first kind, weights samples by period if one is printed, and drops the last record
    // if no blank line ends it.
    const folded = new TextDecoder().decode(
      await bytesOf(corpus(`flamegraph/test/results/${name}-collapsed-all.txt`)),
    );
    const total = folded
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    const ended = bytes.at(-2) === 0x0a ? recorder.samples : recorder.samples.slice(0, -1);
    const first = ended.filter(({ kind }) => kind === recorder.samples[0]!.kind);
    expect(first.reduce((sum, { weight, period }) => sum + (period ?? weight), 0)).toBe(total);
  });

  it.skipIf(missing(incident('cpu-hog'))).each(['cpu-hog', 'disk-stall'])(
    "%s: samples and self per module equal perf report's",
    async name => {
      const bytes = await bytesOf(incident(`${name}/cpu.perf.txt.zst`));
      const recorder = readAll(perfScript, bytes, {}, 1 << 20);
      expect(recorder.problems).toEqual([]);
      const report = new TextDecoder().decode(await bytesOf(incident(`${name}/expected.dso.self.txt`)));
      const expected: Record<string, number> = {};
      for (const [, count, module = ''] of report.matchAll(/^ +[\d.]+% +(\d+) +(.*?) *$/gm))
        expected[module] = Number(count);
      const self: Record<string, number> = {};
      for (const { frames } of recorder.samples) {
        const module = frames.at(-1)!.module.replace(/^.*\//, '');
        self[module] = (self[module] ?? 0) + 1;
      }
      expect(self).toEqual(expected);
      const started = new TextDecoder().decode(await bytesOf(incident(`${name}/start.txt`))).split('\n')[0]!;
      const { zero, utcOffset, source } = recorder.lastClock!;
      expect(source).toBe('reference-time');
      const first = Number((zero + utcOffset!) / 1_000_000n);
      expect(Math.abs(first - Date.parse(started))).toBeLessThan(2000);
    },
    60_000,
  );
});
