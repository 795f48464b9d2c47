/**
 * Generates text as `xperf -a dumper` prints it for a busy machine: samples and context switches with their
 * stacks, wake-ups, disk reads.
 */

const cpus = 8;
const threads = 64;
const functions = 4000;
const stacks = 3000;

const headings = {
  SampledProfile:
    'Process Name ( PID),   ThreadID,           PrgrmCtr, CPU, ThreadStartImage!Function,            Image!Function, Count, SampledProfile type',
  Stack: 'ThreadID, No.,            Address,            Image!Function',
  CSwitch:
    'New Process Name ( PID),    New TID, NPri, NQnt, TmSinceLast, WaitTime, Old Process Name ( PID),    Old TID, OPri, OQnt,        OldState,      Wait Reason, Swapable, InSwitchTime, CPU, IdealProc,  OldRemQnt, NewPriDecr, PrevCState',
  ReadyThread:
    'Process Name ( PID),   ThreadID,    Rdy Process Name ( PID),    Rdy TID, AdjustReason, AdjustIncrement, InDPC',
  DiskRead:
    'Process Name ( PID),   ThreadID, CPU,             IrpPtr,   ByteOffset,     IOSize, ElapsedTime,  DiskNum, IrpFlags, DiskSvcTime, I/O Pri,  VolSnap,         FileObject, FileName',
};

/** Pseudo-random numbers, the same in every run. */
function* noise(): Generator<number, never> {
  let state = 1;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    yield (state >>> 8) / 2 ** 24;
  }
}

export function xperfDump(megabytes: number): Uint8Array {
  const random = noise();
  const below = (most: number) => Math.floor(random.next().value * most);
  const pad = (value: number | string, width: number) => String(value).padStart(width);
  const hex = (value: number, digits: number) => `0x${value.toString(16).padStart(digits, '0')}`;
  const modules = ['ntoskrnl.exe', 'win32kfull.sys', 'ntdll.dll', 'kernel32.dll', 'server.exe', 'engine.dll'];
  const frames = Array.from({ length: functions }, (_, n) => {
    const module = below(modules.length);
    const kernel = module < 2;
    const name =
      n % 9 === 0 ? `std::vector<Item${n},std::allocator<Item${n}> >::push_back` : `Function${n}::Step`;
    const address = kernel
      ? `0xfffff803${hex(n * 4096, 8).slice(2)}`
      : `0x00007ff6${hex(n * 4096, 8).slice(2)}`;
    return {
      kernel,
      cell: `${address}, ${modules[module]}!${name}`,
      address,
      name: `${modules[module]}!${name}`,
    };
  });
  const [inKernel, inUser] = [frames.filter(({ kernel }) => kernel), frames.filter(({ kernel }) => !kernel)];
  const walks = Array.from({ length: stacks }, () => {
    const pick = (from: typeof frames, n: number) =>
      Array.from({ length: n }, () => from[below(from.length)]!);
    return [...pick(inKernel, below(8)), ...pick(inUser, 4 + below(30))];
  });
  const processCell = (thread: number) =>
    `${pad(`service${thread >> 3}.exe (${1000 + (thread >> 3) * 44})`, 24)}, ${pad(5000 + thread * 4, 10)}`;
  const lines = [
    'BeginHeader',
    ...Object.entries(headings).map(([name, rest]) => `${pad(name, 23)},  TimeStamp,     ${rest}`),
    'EndHeader',
    'OS Version: 10.0.19045, Trace Size: 65536KB, Events Lost: 0, Buffers lost: 0, Trace Start: 133000000001234567, Trace Length: 60 sec, PointerSize: 8, Trace Name: bench.etl',
  ];
  let size = 0;
  let ts = 0;
  const add = (name: string, rest: string) => {
    const line = `${pad(name, 23)}, ${pad(ts, 10)}, ${rest}`;
    size += line.length + 2;
    lines.push(line);
  };
  const walk = (thread: number, stack: (typeof walks)[number]) => {
    for (const [n, { cell }] of stack.entries())
      add('Stack', `${pad(5000 + thread * 4, 10)}, ${pad(n + 1, 3)}, ${cell}`);
  };
  while (size < megabytes * 1e6) {
    ts += 1 + below(120);
    const [cpu, thread, other] = [below(cpus), below(threads), below(threads)];
    const stack = walks[Math.floor(random.next().value ** 3 * stacks)]!;
    const kind = below(10);
    if (kind < 4) {
      const [leaf] = stack;
      add(
        'SampledProfile',
        `${processCell(thread)}, ${leaf!.address}, ${pad(cpu, 3)}, ${pad('service.exe!mainCRTStartup', 25)}, ${pad(leaf!.name, 25)},     1, Unbatched`,
      );
      walk(thread, stack);
    } else if (kind < 8) {
      if (kind < 6)
        add(
          'ReadyThread',
          `${processCell(other)}, ${processCell(thread)},       Unwait,               0,     0`,
        );
      add(
        'CSwitch',
        `${processCell(thread)},    9,   -1, ${pad(below(90000), 11)}, ${pad(below(6), 8)}, ${processCell(other)},    8,   -1,         Waiting,      UserRequest, Swapable, ${pad(below(900), 12)}, ${pad(cpu, 3)}, ${pad(below(cpus), 3)}, ${pad(below(2 ** 26), 10)},    0,    0`,
      );
      walk(thread, stack);
    } else if (kind === 8 && below(4) === 0) {
      add(
        'DiskRead',
        `${processCell(thread)}, ${pad(cpu, 3)}, 0xffffe288${hex(below(2 ** 30), 8).slice(2)}, ${hex(below(2 ** 30) * 8, 10)}, 0x00001000, ${pad(below(4000), 11)},        0, 0x060043, ${pad(below(3000), 11)},       3, Original, 0xffffe288${hex(below(2 ** 20), 8).slice(2)}, "C:\\data\\file${below(300)}.db"`,
      );
    }
  }
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
}
