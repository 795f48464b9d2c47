/**
 * Proves, from the source of each regular expression, that it runs in linear time, so that a line of a megabyte does
 * not hang an import. A repetition must be bounded (`\s{0,64}`), or must not begin within an equal repetition
 * (`(?<!\s)\s+$`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Folders whose code matches texts from files or users. */
const folders = ['parsers', 'workspace', 'analyzers'];

interface Found {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every regular expression in a module; in a composed one, each interpolated part is replaced by `(?:x)`. */
function expressionsIn(path: string): readonly Found[] {
  const code = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, code);
  expect(errors).toEqual([]);
  const found: Found[] = [];
  const place = ({ start }: Node) => `${relative(root, path)}:${code.slice(0, start).split('\n').length}`;
  const visit = (node: unknown): void => {
    if (!isNode(node)) return;
    const { regex, type, callee, arguments: given } = node;
    if (isNode(regex)) {
      found.push({ place: place(node), source: String(regex.pattern), flags: String(regex.flags) });
      return;
    }
    if (type === 'NewExpression' && isNode(callee) && callee.name === 'RegExp') {
      const [source, flags] = given as Node[];
      found.push({ place: place(node), source: textOf(source), flags: String(flags?.value ?? '') });
    }
    for (const child of Object.values(node)) if (isNode(child)) visit(child);
  };
  visit(program);
  return found;
}

function textOf(node: Node | undefined): string {
  if (node?.type === 'Literal') return String(node.value);
  const isRaw = node?.type === 'TaggedTemplateExpression';
  const template = isRaw ? node.quasi : node;
  if (!isNode(template) || template.type !== 'TemplateLiteral') return '';
  const quasis = template.quasis as { value: { raw: string; cooked: string } }[];
  return quasis.map(({ value }) => (isRaw ? value.raw : value.cooked)).join('(?:x)');
}

const modules = folders.flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !/\.test\.ts$|\.generated\.ts$|(?:^|\/)testing\.ts$/.test(name))
    .map(name => join(root, folder, name)),
);

it('every regular expression takes linear time', () => {
  const all = modules.flatMap(expressionsIn);
  expect(all.length).toBeGreaterThan(1000);
  const slow = all.flatMap(({ place, source, flags }) =>
    analyse({ source, flags: flags.replace('v', 'u') }).reports.map(
      ({ type, exponential }) => `${place} ${type}${exponential ? ', exponential' : ''}: ${source}`,
    ),
  );
  expect([...new Set(slow)]).toEqual([]);
});

it('expressions that take more than linear time are detected', () => {
  const isSlow = (source: string) => analyse({ source, flags: '' }).reports.length > 0;
  expect(['(a+)+$', String.raw`\s+$`, 'a*b?a*c'].map(isSlow)).toEqual([true, true, true]);
  expect([String.raw`(?<!\s)\s+$`, '^a{1,64}a{1,64}$', String.raw`^\S+ (.*)$`].map(isSlow)).toEqual([
    false,
    false,
    false,
  ]);
});
