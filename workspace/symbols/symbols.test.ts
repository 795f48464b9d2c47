import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { formats } from '../../parsers/formats.ts';
import { tarOf } from '../files/archives/archives.testing.ts';
import { imported, rowsOf, Scratch } from '../import/import.testing.ts';
import type { Workspace } from '../workspace.ts';
import { demangled } from './demangle.ts';
import { readElf } from './elf.ts';
import { debugFilesOf, elfOf } from './files.ts';
import { readKallsyms } from './kallsyms.ts';
import { readPerfMap } from './perf-map.ts';
import type { SymbolGuess } from './resolve.ts';
import { vdso } from './running.ts';
import { endOfPage, type FoundSymbol, listOf, SymbolTable } from './table.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());
const ascii = (text: string) => new TextEncoder().encode(text);

/** Samples by stack. */
const stacks = (workspace: Workspace) =>
  rowsOf(
    workspace,
    `WITH RECURSIVE path AS (
       SELECT id AS leaf, parent, frame FROM stack
       UNION ALL SELECT p.leaf, s.parent, s.frame FROM path p JOIN stack s ON s.id = p.parent)
     SELECT names, count(*)::INTEGER FROM sample JOIN (
       SELECT leaf, string_agg(t.value, ';' ORDER BY p.frame) AS names
       FROM path p JOIN frame f ON f.id = p.frame JOIN text t ON t.id = f.symbol GROUP BY leaf) ON leaf = stack
     GROUP BY 1 ORDER BY 1`,
  );

const leaves = (workspace: Workspace) =>
  rowsOf(workspace, 'SELECT "function", count(*)::INTEGER FROM samples GROUP BY 1 ORDER BY 1');

describe('functions known only by address', () => {
  const options = { formats };
  const data = fixture('symbols/spin.data');
  let expected: unknown;
  beforeAll(async () => {
    await imported(
      { paths: [fixture('symbols/expected-spin.txt')] },
      async workspace => {
        expected = await leaves(workspace);
      },
      options,
    );
  });

  it('have the names that perf gives them, of the build that was recorded', async () => {
    await imported(
      { paths: [data], symbols: [fixture('symbols/folder')] },
      async workspace => {
        expect(await leaves(workspace)).toEqual(expected);
        expect((await stacks(workspace)).length).toBeGreaterThan(0);
      },
      options,
    );
  });

  it('are named by a file of the name of their module if its build was not recorded, and this is said to be a guess', async () => {
    const bytes = Buffer.from(readFileSync(data));
    // The last one is that of the list of build ids, which then has none of the program.
    bytes.write('/tmp/jp/spun', bytes.lastIndexOf('/tmp/jp/spin\0'), 'latin1');
    await imported(
      { paths: [scratch.file('without-build.data', bytes)] },
      async workspace => {
        expect(await workspace.addSymbols([fixture('symbols/packed')])).toBe(0);
        const guesses: SymbolGuess[] = [];
        const named = await workspace.addSymbols([fixture('symbols/folder')], guess => guesses.push(guess));
        expect(await leaves(workspace)).toEqual(expected);
        expect(guesses).toEqual([
          {
            module: expect.stringMatching(/\/spin$/),
            file: join(fixture('symbols/folder'), 'spin'),
            functions: named,
          },
        ]);
      },
      options,
    );
  });

  it('are named after the import, and the next import finds the same functions', async () => {
    await imported(
      { paths: [data] },
      async workspace => {
        expect((await leaves(workspace)).map(([name]) => name)).toEqual(['[unknown]']);
        const cancelled = workspace.addSymbols([fixture('symbols/folder')], undefined, AbortSignal.abort());
        // Of a statement that the cancel meets, or between two.
        await expect(cancelled).rejects.toThrow(/Interrupted|Cancelled/);
        expect((await leaves(workspace)).map(([name]) => name)).toEqual(['[unknown]']);
        expect(await workspace.addSymbols([fixture('symbols/other')])).toBe(0);
        expect(await workspace.addSymbols([fixture('symbols/folder')])).toBeGreaterThan(2);
        expect(await leaves(workspace)).toEqual(expected);
        const frames = await rowsOf(workspace, 'SELECT count(*)::INTEGER FROM frame');
        const copy = scratch.file('copy.data', Buffer.concat([readFileSync(data), Buffer.alloc(8)]));
        await workspace.import({ paths: [copy], workers: 0 }, options);
        expect(await rowsOf(workspace, 'SELECT count(*)::INTEGER FROM frame')).toEqual(frames);
        expect(await workspace.addSymbols([fixture('symbols/folder')])).toBe(0);
      },
      options,
    );
  });

  it('are found in an archive sent along with the capture; damage ends only the archive', async () => {
    const spin = readFileSync(fixture('symbols/folder/spin'));
    const other = readFileSync(fixture('symbols/other/spin'));
    const packed = tarOf([
      { name: 'home/somebody/other/1234/elf', content: other },
      { name: 'home/somebody/spin/5678/elf', content: spin },
      { name: '[kernel.kallsyms]/9abc/kallsyms', content: 'nothing' },
    ]);
    const leavesBy = async (bytes: Uint8Array) => {
      const archive = scratch.file('spin.tar.gz', gzipSync(bytes));
      let found: unknown;
      await imported(
        { paths: [data], symbols: [archive] },
        async workspace => {
          found = await leaves(workspace);
        },
        options,
      );
      return found;
    };
    expect(await leavesBy(packed)).toEqual(expected);
    expect(await leavesBy(packed.subarray(0, other.length + 3000))).toEqual([['[unknown]', 66]]);
  });

  it('are found in the separate debug file that the program names', async () => {
    await imported(
      { paths: [data], symbols: [fixture('symbols/split/spin')] },
      async workspace => expect(await leaves(workspace)).toEqual(expected),
      options,
    );
    expect(debugFilesOf('/usr/bin/spin', 'spin.debug')).toEqual([
      '/usr/bin/spin.debug',
      '/usr/bin/.debug/spin.debug',
      '/usr/lib/debug/usr/bin/spin.debug',
    ]);
    expect(debugFilesOf('/usr/bin/spin', '../../etc/passwd')).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('are those of the kernel where it maps its own', () => {
    const names = elfOf(vdso, elf => {
      const symbols = elf.symbols();
      return Array.from(symbols.starts, (_, index) => symbols.nameAt(index));
    });
    expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/gettime/)]));
  });

  it('stay unnamed if a file is damaged', async () => {
    const bytes = readFileSync(fixture('symbols/folder/spin'));
    for (let at = 0; at < bytes.length; at += 97) {
      const damaged = Uint8Array.from(bytes);
      damaged[at]! ^= 0xff;
      const elf = readElf((start, length) => damaged.subarray(start, start + length));
      expect(() => elf?.symbols()).not.toThrow();
    }
    const folder = new Scratch();
    writeFileSync(join(folder.folder, 'spin'), bytes.subarray(0, bytes.length - 900));
    await imported(
      { paths: [data], symbols: [folder.folder] },
      async workspace => expect((await leaves(workspace)).map(([name]) => name)).toEqual(['[unknown]']),
      options,
    );
    folder.remove();
  });
});

describe('functions that tracepoints print', () => {
  const recorded = fixture('symbols/functions.data');
  const messages = async (path: string, symbols: readonly string[], workers = 0) => {
    let found: readonly unknown[] = [];
    await imported(
      { paths: [path], symbols, workers },
      async workspace => {
        found = await rowsOf(workspace, 'SELECT kind, message FROM events ORDER BY ts');
      },
      { formats },
    );
    return found;
  };

  it('have the names that perf prints', async () => {
    const expected = await messages(fixture('symbols/expected-functions.txt'), []);
    expect(expected.length).toBe(5);
    for (const workers of [0, 1])
      expect(await messages(recorded, [fixture('symbols/kernel')], workers)).toEqual(expected);
    const build = 'e4f18d9dc1d0e6fc2b17e93e885a647b3c0a6fc1';
    const list = readFileSync(fixture(`symbols/kernel/${build}/kallsyms`));
    const packed = scratch.file('kernel.tar', tarOf([{ name: `${build}/kallsyms`, content: list }]));
    expect(await messages(recorded, [packed])).toEqual(expected);
  });

  it('are addresses without symbols of that kernel', async () => {
    const bytes = readFileSync(recorded);
    const at = bytes.indexOf(Buffer.from('e4f18d9dc1d0e6fc', 'hex'));
    bytes[at]! ^= 0xff;
    const found = await messages(scratch.file('other-kernel.data', bytes), [fixture('symbols/kernel')]);
    expect(found.flat()).toContainEqual(expect.stringContaining(' function=0xffffffff8141e2b0 '));
  });
});

describe('functions of kernel modules', () => {
  const half = fixture('symbols/half.data');
  const kernel = '4a5a9b0affb66c437abcd455d2738af879985fa9';
  const named = async (symbols: readonly string[]) => {
    let found: readonly unknown[] = [];
    await imported(
      { paths: [half], symbols },
      async workspace => {
        found = await rowsOf(
          workspace,
          `SELECT "function" FROM samples JOIN stack s ON s.id = samples.stack JOIN frame f ON f.id = s.frame
           WHERE samples.module = '[half]' ORDER BY f.address`,
        );
      },
      { formats },
    );
    return found.flat();
  };
  /** A list of the kernel in a folder that is named after its build. */
  const listWith = (lines: readonly string[]) => {
    const folder = join(scratch.folder, `list-${lines.length}-${lines[0]?.slice(0, 16)}`);
    mkdirSync(join(folder, kernel), { recursive: true });
    writeFileSync(
      join(folder, kernel, 'kallsyms'),
      ['ffffffff81000000 T _text', ...lines.map(line => `${line}\t[half]`), ''].join('\n'),
    );
    return folder;
  };
  const unknown = Array(10).fill('[unknown]');
  const step = ['half_step', 'half_step'];
  const read = ['half_read', 'half_read', 'half_read'];

  it.each(['modules', 'packed/gz', 'packed/zst', 'packed/bz2'])(
    'are found in the module by its build id, even compressed as by distributions: %s',
    async folder => {
      const rarely = ['half_rarely', 'half_rarely', 'half_rarely'];
      expect(await named([fixture(`symbols/${folder}`)])).toEqual([
        ...step,
        ...read,
        ...rarely,
        '[unknown]',
        '[unknown]',
      ]);
    },
  );

  it('are not found in a module with another build id', async () => {
    expect(await named([fixture('symbols/other')])).toEqual(unknown);
  });

  it("are found in the kernel's list, if the module was at that address in the recording", async () => {
    const listed = [
      'ffffffffc0a4003c T half_rarely',
      'ffffffffc0a40000 t half_step',
      'ffffffffc0a4001f T half_read',
    ];
    const rarely = Array(5).fill('half_rarely');
    expect(await named([listWith(listed)])).toEqual([...step, ...read, ...rarely]);
    const moved = listed.map(line => line.replace('c0a40', 'c0a41'));
    expect(await named([listWith(moved)])).toEqual(unknown);
  });
});

describe('symbols of one address', () => {
  const symbol = (name: string, more: Partial<FoundSymbol> = {}): FoundSymbol => ({
    name,
    start: 16n,
    size: 8n,
    binding: 'global',
    isLabel: false,
    ...more,
  });

  it('are chosen as perf chooses', () => {
    const chosen = (a: FoundSymbol, b: FoundSymbol) => new SymbolTable(listOf([a, b])).at(16n);
    expect(chosen(symbol('a', { size: 0n }), symbol('b'))).toBe('b');
    expect(chosen(symbol('a', { binding: 'weak' }), symbol('b'))).toBe('b');
    expect(chosen(symbol('a', { binding: 'local' }), symbol('b'))).toBe('b');
    expect(chosen(symbol('__read'), symbol('read'))).toBe('read');
    expect(chosen(symbol('read'), symbol('readlong'))).toBe('readlong');
    expect(chosen(symbol('SyS_read'), symbol('sys_read'))).toBe('sys_read');
    expect(chosen(symbol('one'), symbol('two'))).toBe('one');
  });

  it('without a size are the last of them', () => {
    const found = ['memcpy', '__memcpy', '__pi_memcpy'].map(name => symbol(name, { size: 0n }));
    expect(new SymbolTable(listOf([...found, symbol('next', { start: 32n })])).at(20n)).toBe('__pi_memcpy');
  });

  it('do not include labels within a function', () => {
    const label = symbol('again', { start: 20n, size: 0n, isLabel: true });
    expect(new SymbolTable(listOf([symbol('memcpy'), label])).at(21n)).toBe('memcpy');
  });

  it('are the same as if all were compared, whatever they are', () => {
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let round = 0; round < 300; round++) {
      const symbols = Array.from({ length: 12 }, (_, index) =>
        symbol(`${'_'.repeat(random(3))}${'x'.repeat(random(2))}${index}`, {
          start: BigInt(random(6) * 4),
          size: BigInt(random(3) * 5),
          binding: (['local', 'global', 'weak'] as const)[random(3)]!,
          isLabel: random(3) === 0,
        }),
      );
      const table = new SymbolTable(listOf(symbols));
      const addresses = Array.from({ length: 32 }, (_, at) => BigInt(at));
      expect(addresses.map(at => table.at(at))).toEqual(addresses.map(at => plainly(symbols, at)));
    }
  });

  /** All symbols compared one after the other, as perf does. */
  function plainly(symbols: readonly FoundSymbol[], address: bigint): string | null {
    const sorted = symbols.toSorted((a, b) => Number(a.start - b.start));
    const kept: FoundSymbol[] = [];
    for (const [at, each] of sorted.entries()) {
      const last = kept.at(-1);
      if (last && each.isLabel && each.start > last.start && each.start < last.start + last.size) continue;
      const size = each.size || (sorted[at + 1]?.start ?? endOfPage(each.start)) - each.start;
      const sized = { ...each, size };
      if (last?.start !== each.start) kept.push(sized);
      else if (isBetter(sized, last)) kept[kept.length - 1] = sized;
    }
    const found = kept.findLast(({ start }) => start <= address);
    const isInside = found && (address < found.start + found.size || address === found.start);
    return isInside ? found.name : null;
  }

  function isBetter(a: FoundSymbol, b: FoundSymbol): boolean {
    const leading = (name: string) => /^_*/.exec(name)![0].length;
    const merits = ({ size, isLabel, binding, name }: FoundSymbol) => [
      size > 0n,
      !isLabel,
      binding !== 'weak',
      binding === 'global',
      -leading(name),
      name.length,
    ];
    const [mine, theirs] = [merits(a).map(Number), merits(b).map(Number)];
    const first = mine.findIndex((merit, at) => merit !== theirs[at]);
    return first >= 0 && mine[first]! > theirs[first]!;
  }

  it('end after their size, or where the next begins', () => {
    const table = new SymbolTable(listOf([symbol('a', { size: 0n }), symbol('b', { start: 32n })]));
    expect([15n, 16n, 31n, 32n, 39n, 40n].map(at => table.at(at))).toEqual([null, 'a', 'a', 'b', 'b', null]);
  });
});

describe('symbols in text', () => {
  it('are those of the kernel, from where it begins', () => {
    const text =
      'ffffffff81000000 T _text\nffffffff81000010 t one\nffffffff81000020 W two\nffffffff81000020 T __two\nffffffffc0000000 t of_module\t[ext4]\nnonsense\n';
    const found = readKallsyms(ascii(text));
    const inKernel = (offset: bigint) => found?.kernel.at(found.start + offset)?.name;
    expect([0x10n, 0x1fn, 0x20n, 0x1fffn, 0x2000n].map(inKernel)).toEqual([
      'one',
      'one',
      '__two',
      '__two',
      undefined,
    ]);
    expect(found?.kernel.at(0xffffffff8100001fn)).toEqual({ name: 'one', distance: 15n });
    const module = found?.modules.get('[ext4]');
    expect(module?.firstFunction).toBe(0xffffffffc0000000n);
    expect([0xffffffffc0000fffn, 0xffffffffc0001000n].map(at => module?.at(at)?.name)).toEqual([
      'of_module',
      undefined,
    ]);
    expect(readKallsyms(ascii('0000000000000000 T _text\n0000000000000000 t one\n'))).toBeNull();
  });

  it('are those of compilers at run time', () => {
    const table = readPerfMap(ascii('7f0000001000 40 LazyCompile:~one /a b.js:1\n7f0000001040 10 two\n'));
    expect(table.at(0x7f000000103fn)).toBe('LazyCompile:~one /a b.js:1');
    expect(table.at(0x7f0000001050n)).toBeNull();
  });

  it('are written as in C++ and Rust, and not as the compiler wrote them', () => {
    expect(demangled('_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE')).toBe('core::fmt::Write::write_fmt');
    expect(
      demangled('_ZN58_$LT$alloc..string..String$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE'),
    ).toBe('<alloc::string::String as core::fmt::Debug>::fmt');
    expect(demangled('_RINvCs8fCRFfMdtwf_1r3gendEB2_')).toBe('r::gen::<f64>');
    expect(demangled('_ZN6duckdb6Binder4BindEv')).toBe('duckdb::Binder::Bind');
    expect(demangled('_ZNK4deep3BoxIdLi64EE3sumEv')).toBe('deep::Box<double, 64>::sum');
    expect(demangled('_ZNK4deep12_GLOBAL__N_16HiddenclEi')).toBe(
      'deep::(anonymous namespace)::Hidden::operator()',
    );
    expect(demangled('_ZNKR1A1fEPFvicE.part.0')).toBe('A::f');
    expect(demangled('_ZTVN3Box3ArmE')).toBe('vtable for Box::Arm');
    expect(demangled('_ZThn16_N1A1fEv')).toBe('non-virtual thunk to A::f()');
    expect(demangled('_ZTch0_h0_N1A1fEv')).toBe('covariant return thunk to A::f()');
    expect(demangled('_ZNK3BoxIjLj5ELm7EE3sumEv')).toBe('Box<unsigned int, 5u, 7ul>::sum');
    expect(demangled('_ZN3BoxIDnE3sumEv')).toBe('Box<decltype(nullptr)>::sum');
    expect(demangled('_ZN3BoxISt8functionIF1AiEEE3sumEv')).toBe('Box<std::function<A (int)> >::sum');
    expect(demangled('_ZN12_GLOBAL__N_1L5countE')).toBe('(anonymous namespace)::count');
    expect(demangled('_ZN3BoxIXadL_ZN1A1fEiEEE3sumEv')).toBe('Box<&A::f>::sum');
    expect(demangled('_ZN3BoxIXadL_Z1giEEE3sumEv')).toBe('Box<&(g(int))>::sum');
    expect(demangled('_ZN3BoxIXadL_ZNK1A1fEiEEE3sumEv')).toBe('Box<&(A::f(int) const)>::sum');
    expect(demangled('_ZN99999')).toBe('_ZN99999');
    expect(demangled('_start')).toBe('_start');
  });

  it('stay mangled if demangling would take all memory', () => {
    const parts = Array.from({ length: 40 }, (_, at) => {
      const last = at === 0 ? 'S_' : `S${(at - 1).toString(36).toUpperCase()}_`;
      return `1PI${last}${last}E`;
    });
    const name = `_Z1f1A${parts.join('')}`;
    expect(demangled(name).length).toBeLessThan(1 << 20);
    expect(demangled('_ZN6duckdb6Binder4BindEv')).toBe('duckdb::Binder::Bind');
  });
});
