import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { findingsIn } from '../../analyzers/findings/embed.ts';
import { hostileTexts } from '../../fixtures/hostile-texts.ts';
import { toText } from '../engine/text.ts';
import { reportHtml } from './html.ts';
import { reportMarkdown } from './markdown.ts';
import { modelOf } from './report.testing.ts';
import { style } from './style.ts';

const hashOf = () => 'hash';

/** Allowed tags of a report, and the attributes of each. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  head: [],
  body: [],
  main: [],
  header: [],
  title: [],
  meta: ['charset', 'http-equiv', 'content', 'name'],
  section: ['id', 'aria-labelledby'],
  h1: [],
  h2: ['id'],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  p: ['class'],
  span: ['class'],
  a: ['href', 'rel', 'title'],
  br: [],
  hr: [],
  em: [],
  strong: [],
  s: [],
  code: ['class'],
  pre: [],
  blockquote: [],
  ul: ['class'],
  ol: ['start'],
  li: [],
  figure: [],
  figcaption: [],
  details: [],
  summary: ['class'],
  div: ['class', 'tabindex', 'role', 'aria-label'],
  button: ['type', 'class', 'id'],
  table: [],
  thead: [],
  tbody: [],
  tr: ['class'],
  th: ['scope', 'class', 'style'],
  td: ['class', 'data-sort', 'style'],
  svg: ['viewBox', 'role', 'aria-label', 'xmlns', 'class', 'aria-hidden'],
  g: ['class', 'data-x', 'data-w', 'data-d', 'transform'],
  rect: ['class', 'x', 'y', 'width', 'height', 'rx'],
  line: ['class', 'x1', 'x2', 'y1', 'y2'],
  text: ['class', 'x', 'y', 'transform'],
  circle: ['class', 'cx', 'cy', 'r'],
  polygon: ['class', 'points'],
  polyline: ['class', 'points'],
};

/** Tags in a page that are not allowed in a report. */
function foreign(html: string): string[] {
  const tags = html.match(/<[^>]*>/g) ?? [];
  return tags.filter(tag => {
    if (/^<!doctype html>$/i.test(tag)) return false;
    const [, name] = /^<\/?([a-zA-Z][a-zA-Z0-9]*)(?=[\s/>])/.exec(tag) ?? [];
    const attributes = name === undefined ? undefined : allowed[name];
    if (attributes === undefined) return true;
    const inside = tag.slice(tag.indexOf(name!) + name!.length, -1);
    const found = [...inside.matchAll(/\s([a-zA-Z][\w-]*)(?:="([^"]*)")?/g)];
    const rest = inside.replace(/\s([a-zA-Z][\w-]*)(?:="([^"]*)")?/g, '').replace(/[\s/]/g, '');
    if (rest !== '') return true;
    return found.some(([, key, value = '']) => {
      if (!attributes.includes(key!)) return true;
      if (key === 'style') return !/^text-align:(?:left|right|center)$/.test(value);
      return key === 'href' && !/^(?:#finding-\d+$|https?:\/\/|mailto:)/.test(value);
    });
  });
}

const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u;

it('there are more than two hundred hostile texts', () => {
  expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(200);
});

it('hostile text does nothing anywhere in a page', () => {
  for (let at = 0; at < hostileTexts.length; at += 25) {
    const texts = hostileTexts.slice(at, at + 25);
    const model = modelOf(texts);
    const html = reportHtml(model, hashOf);
    const [, data] = /<script type="application\/json" id="aftertrace-findings">([\s\S]*?)<\/script>/.exec(
      html.slice(html.lastIndexOf('<script type="application/json"')),
    )!;
    expect(data).not.toMatch(/[<>]/);
    expect(findingsIn(html)?.findings.map(({ title }) => title)).toEqual(
      model.document.findings.map(({ title }) => title),
    );
    // Without the page's own style and script, and the data that it carries.
    const page = html
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replace(
        /<script type="application\/json" id="aftertrace-findings">[^<]*<\/script>\n<script>[\s\S]*<\/script>\n<\/body>/,
        '</body>',
      );
    expect(foreign(page)).toEqual([]);
    expect(unseen.test(page)).toBe(false);
  }
});

it('hostile text does nothing in Markdown, even if the viewer lets HTML through', () => {
  const viewer = new MarkdownIt({ html: true });
  for (let at = 0; at < hostileTexts.length; at += 25) {
    const model = modelOf(hostileTexts.slice(at, at + 25));
    const { text, pictures } = reportMarkdown(model, style);
    expect(findingsIn(text)?.findings).toHaveLength(model.document.findings.length);
    const shown = text.slice(0, text.lastIndexOf('<!-- aftertrace-findings'));
    const html = viewer.render(shown).replace(/<img src="finding-\d+-\d+\.svg" alt="[^"<>]*">/g, '');
    expect(foreign(html)).toEqual([]);
    for (const svg of pictures.values())
      expect(
        foreign(svg.replace(/<style>[\s\S]*?<\/style>/, '')).filter(
          tag => tag !== '<title>' && tag !== '</title>',
        ),
      ).toEqual([]);
    expect(unseen.test(shown)).toBe(false);
  }
});

it('hostile text is not a formula in a table', async () => {
  const sheet = { names: ['text'], rows: hostileTexts.length, cell: (row: number) => hostileTexts[row]! };
  let csv = '';
  for await (const piece of toText([sheet], 'csv')) csv += piece;
  for (const cell of csv.split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/).slice(1))
    expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/);
});
