import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const generated = new Set(['node_modules', 'build']);
/** A path from the root in a code span. Other names of files are relative to what the sentence is about. */
const codePath = /`((?:parsers|workspace|analyzers|app|bench|scripts|fixtures|docs|bin)\/[\w./-]*)`/g;

/** @param {string} folder @returns {string[]} */
function documentsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (entry.name.startsWith('.') || generated.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return documentsIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** @param {string} heading @returns {string} the anchor that GitHub gives it */
const anchorOf = heading =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** @param {string} text */
const anchorsOf = text =>
  new Set(Array.from(text.matchAll(/^#{1,6} (.+)$/gmu), match => anchorOf(match[1] ?? '')));

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} links to files and headings that do not exist, and paths from the root that do not
 */
function deadLinks(file, text) {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`\n]*`/g, '');
  const targets = Array.from(
    prose.matchAll(/(?:\]\(|src(?:set)?=")([^()\s"]+)[)"]/g),
    match => match[1] ?? '',
  );
  const paths = Array.from(text.matchAll(codePath), match => match[1] ?? '');
  return [
    ...targets.filter(target => isDead(file, text, target)),
    ...paths.filter(path => !existsSync(join(root, path))),
  ];
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string} target
 */
function isDead(file, text, target) {
  if (/^[a-z]+:/.test(target)) return false;
  const [path = '', anchor] = target.split('#');
  const linked = resolve(dirname(file), decodeURIComponent(path));
  if (path && !existsSync(linked)) return true;
  return anchor !== undefined && !anchorsOf(path ? readFileSync(linked, 'utf8') : text).has(anchor);
}

it('finds links and paths to what does not exist', () => {
  const links =
    '# One\n[a](README.md) [b](gone.md) [c](#one) [d](#two) [e](https://example.org/x.md) `[f](gone.md)` <img src="gone.png">';
  const paths = '`parsers/kit/` `parsers/gone.ts` `kit/gone.ts`';
  expect(deadLinks(join(root, 'docs/new.md'), `${links}\n${paths}`)).toEqual([
    'gone.md',
    '#two',
    'gone.png',
    'parsers/gone.ts',
  ]);
});

it('documents name files and headings that exist', () => {
  const documents = documentsIn(root);
  expect(documents).toContain(join(root, 'docs/architecture.md'));
  const dead = documents.flatMap(file =>
    deadLinks(file, readFileSync(file, 'utf8')).map(target => `${relative(root, file)}: ${target}`),
  );
  expect(dead).toEqual([]);
});
