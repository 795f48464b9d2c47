import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { linesOf, type Plant, withPlant } from './plant.ts';
import { withProbes } from './probes.ts';
import { parses, sitesOf } from './sites.ts';
import { testsOf, windowTestsOf } from './tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each fault of a source, as its kind and the changed source. */
function faultsOf(source: string): string[] {
  return sitesOf('a.ts', source).sites.map(({ operator, start, end, text }) => {
    const changed = source.slice(0, start) + text + source.slice(end);
    expect(parses('a.ts', changed)).toBe(true);
    return `${operator}: ${changed}`;
  });
}

describe('faults', () => {
  it.each([
    ['this.rest = null', ['state not set: ;']],
    ['n += 1;', ['count lost: ;']],
    [
      'if (a < b) return;',
      [
        'condition: if (!(a < b)) return;',
        'early return lost: ;',
        'bound moved: if (a <= b) return;',
        'comparison turned: if (a > b) return;',
      ],
    ],
    ['x(await y)', ['call lost: ;', 'await lost: x(y)']],
    ['x(a, b.c)', ['call lost: ;', 'arguments swapped: x(b.c, a)']],
    ['const x = y.slice(a)', ['off by one: const x = y.slice(a + 1)']],
    ['const x = y[i] % 7', ['remainder lost: const x = y[i]', 'off by one: const x = y[i + 1] % 7']],
    ['const x = 1e9', ['unit: const x = (1e9 * 1000)']],
    ["const x = 'a' + b", []],
    ['type T = 1000 | U[2]', []],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
      'const x = `SELECT max(a) FROM t WHERE b < ${c}`',
      [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
        'comparison turned: const x = `SELECT min(a) FROM t WHERE b < ${c}`',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
        'bound moved: const x = `SELECT max(a) FROM t WHERE b <= ${c}`',
      ],
    ],
  ])('of %s', (source, faults) => {
    // Statements outside of functions are not numbered; `return` and `await` parse only in one.
    const open = 'async function f() { ';
    const found = faultsOf(`${open}${source} }`).map(each => each.replace(open, '').replace(/ }$/, ''));
    expect(found).toEqual(faults);
  });
});

it('reports stand before statements, in blocks of their own and in expressions', () => {
  const source = 'const f = a => b => { if (a) return b; b++; }';
  const { statements } = sitesOf('a.ts', source);
  const seen: number[] = [];
  const probed = withProbes(
    source,
    statements.map((statement, number) => ({ ...statement, number })),
  );
  const run = new Function('globalThis', `${probed}; f(0)(1); return f(1)(2);`);
  expect(run({ __planted: (number: number) => seen.push(number) })).toBe(2);
  const textOf = (number: number) => source.slice(statements[number]!.start, statements[number]!.end);
  expect(seen.map(textOf)).toEqual([
    'b => { if (a) return b; b++; }',
    'if (a) return b;',
    'b++;',
    'b => { if (a) return b; b++; }',
    'if (a) return b;',
    'return b;',
  ]);
});

describe('a plant', () => {
  const source = 'a();\nreset();\nb();\nreset();\nc();';
  const start = source.lastIndexOf('reset();');
  const lines = linesOf(source, { start, end: start + 8, text: ';' });
  const plant: Plant = {
    ...{ id: 'x-1', room: 'parsers', file: 'a.ts', operator: 'call lost', formats: [], tests: [] },
    ...lines,
  };

  it('is set again by its text and the lines around it', () => {
    expect(plant.line).toBe(4);
    expect(withPlant(source, plant)).toBe('a();\nreset();\nb();\n;\nc();');
    expect(withPlant(`first();\n${source}`, plant)).toBe('first();\na();\nreset();\nb();\n;\nc();');
  });

  it('is not set where its lines are missing, or equally surrounded', () => {
    expect(withPlant('a();\nb();\nc();', plant)).toBeNull();
    expect(withPlant('x();\nreset();\ny();\nx();\nreset();\ny();', plant)).toBeNull();
  });
});

describe('tests that count', () => {
  it('are those of the folder, and beside the folders around it', () => {
    const ofMoments = testsOf(root, 'parsers/kit/metrics/moments.ts');
    expect(ofMoments).toContain('parsers/kit/metrics/values.test.ts');
    expect(ofMoments).toContain('parsers/kit/lines.test.ts');
    expect(ofMoments.filter(path => !path.startsWith('parsers/kit/'))).toEqual([]);
    expect(testsOf(root, 'workspace/clocks/drift.ts')).toContain('workspace/clocks/drift.test.ts');
    const isBeside = (path: string) => /^workspace\/(?:clocks\/)?[^/]*$/.test(path);
    expect(testsOf(root, 'workspace/clocks/drift.ts').filter(path => !isBeside(path))).toEqual([]);
  });

  it('are window tests named for the part of the window', () => {
    expect(windowTestsOf(root, 'app/renderer/shapes/heat/heat.tsx')).toEqual(['app/e2e/heat.test.ts']);
  });
});
