/**
 * Which folder may import which. The README of a floor (`parsers`, `analyzers`, …) lists its rooms, the highest first, in a block
 * of the language `rooms`: names of folders and loose files, then two blanks or more and what they are. A room imports only what
 * stands below it; names on one line are one room, and `*` is every folder that is not named.
 */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** @typedef {{ from: string, to: string, isType: boolean, isLazy: boolean }} Import */

/**
 * The relative imports of a file, types among them.
 * @param {string} from its path from the root
 * @param {string} [source] its text, if it is not on disk
 * @returns {Import[]}
 */
export function importsOf(from, source = readFileSync(from, 'utf8')) {
  const { module } = parseSync(from, source, { lang: from.endsWith('x') ? 'tsx' : 'ts' });
  /** @type {Import[]} */
  const imports = [];
  /** @param {string} path @param {{ isType: boolean }[]} entries */
  const add = (path, entries, isLazy = false) => {
    const isType = entries.length > 0 && entries.every(each => each.isType);
    if (path.startsWith('.'))
      imports.push({ from, to: posix.join(posix.dirname(from), path), isType, isLazy });
  };
  for (const { moduleRequest, entries } of module.staticImports) add(moduleRequest.value, entries);
  for (const { entries } of module.staticExports)
    for (const each of entries) if (each.moduleRequest) add(each.moduleRequest.value, [each]);
  for (const { moduleRequest } of module.dynamicImports)
    add(source.slice(moduleRequest.start + 1, moduleRequest.end - 1), [], true);
  return imports;
}

/**
 * The rooms of a floor, the highest first; null if its README lists none.
 * @param {string} readme
 * @returns {string[][] | null}
 */
export function roomsIn(readme) {
  const block = /^```rooms\n(.*?)^```$/ms.exec(readme)?.[1];
  return (
    block
      ?.trimEnd()
      .split('\n')
      .map(line => (line.split('  ')[0] ?? '').split(' ')) ?? null
  );
}

/**
 * What part of a floor a file lies in: a folder, or the file itself.
 * @param {string} floor @param {string} path
 */
const partOf = (floor, path) =>
  path.startsWith(`${floor}/`) ? (path.slice(floor.length + 1).split('/')[0] ?? null) : null;

/**
 * Imports against the order of the rooms, as sentences.
 * @param {string} floor @param {string[][]} rooms @param {Import[]} imports
 */
export function against(floor, rooms, imports) {
  const level = new Map(rooms.flatMap((names, i) => names.map(name => /** @type {const} */ ([name, i]))));
  /** @param {string} part */
  const levelOf = part => level.get(part) ?? (part.includes('.') ? undefined : level.get('*'));
  /** @type {Set<string>} */
  const found = new Set();
  for (const { from, to } of imports) {
    const [a, b] = [partOf(floor, from), partOf(floor, to)];
    if (a === null || b === null || a === b) continue;
    const [above, below] = [levelOf(a), levelOf(b)];
    for (const [part, at] of /** @type {const} */ ([
      [a, above],
      [b, below],
    ]))
      if (at === undefined) found.add(`${floor}/README.md lists no room for ${part}`);
    if (above !== undefined && below !== undefined && above > below)
      found.add(`${from} imports ${to}, which stands above it in ${floor}/README.md`);
  }
  return [...found];
}

/**
 * The imports between the folders of a floor, as edges of folders.
 * @param {string} floor @param {Import[]} imports
 * @returns {[string, string][]}
 */
export const foldersOf = (floor, imports) =>
  imports.flatMap(({ from, to }) => {
    const [a, b] = [partOf(floor, from), partOf(floor, to)];
    return a && b && a !== b && !a.includes('.') && !b.includes('.') ? [[a, b]] : [];
  });

/**
 * The circles of a graph: its strongly connected components of several nodes (Tarjan 1972).
 * @param {Iterable<readonly [string, string]>} edges
 */
export function circles(edges) {
  /** @type {Map<string, string[]>} */
  const next = new Map();
  for (const [a, b] of edges) next.set(a, [...(next.get(a) ?? []), b]);
  /** @type {Map<string, number>} */
  const lowest = new Map();
  /** @type {string[]} */
  const open = [];
  /** @type {string[][]} */
  const found = [];
  /** @param {string} node @returns {number} */
  const visit = node => {
    const at = lowest.size;
    let low = at;
    lowest.set(node, at);
    open.push(node);
    for (const each of next.get(node) ?? []) {
      const known = lowest.get(each);
      if (known === undefined) low = Math.min(low, visit(each));
      else if (open.includes(each)) low = Math.min(low, known);
    }
    lowest.set(node, low);
    if (low === at) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) found.push(circle.sort());
    }
    return low;
  };
  for (const node of next.keys()) if (!lowest.has(node)) visit(node);
  return found;
}
