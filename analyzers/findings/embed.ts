/**
 * Findings embedded in a report, so that its evidence can be checked from the report alone. `inHtml` and `inMarkdown` make
 * the block at the end of a report; {@link findingsIn} reads it from either.
 */
import { documentFormat, type FindingsDocument, fromJson, toJson } from './json.ts';

const htmlBegin = `<script type="application/json" id="${documentFormat}">`;
const htmlEnd = '</script>';
const markdownBegin = `<!-- ${documentFormat}\n`;
const markdownEnd = '\n-->';

/** A data block: browsers neither run nor show it. */
export const inHtml = (document: FindingsDocument): string =>
  `${htmlBegin}${harmlessJson(document)}${htmlEnd}`;

/** A comment, which no viewer shows. */
export const inMarkdown = (document: FindingsDocument): string =>
  `${markdownBegin}${harmlessJson(document)}${markdownEnd}\n`;

/**
 * The findings that a report carries; null if it has none, or if they are malformed. Reports come from
 * anyone, so only the outline is checked here. The last embedded block counts, because texts written by
 * people stand before it.
 */
export function findingsIn(report: string): FindingsDocument | null {
  const json = between(report, htmlBegin, htmlEnd) ?? between(report, markdownBegin, markdownEnd);
  if (json === null) return null;
  try {
    const document = fromJson(json) as Partial<FindingsDocument> | null;
    const isOne = document?.format === documentFormat && document.version === 1;
    return isOne && Array.isArray(document.findings) ? (document as FindingsDocument) : null;
  } catch {
    return null;
  }
}

function between(text: string, begin: string, end: string): string | null {
  const from = text.lastIndexOf(begin);
  const to = from < 0 ? -1 : text.indexOf(end, from + begin.length);
  return to < 0 ? null : text.slice(from + begin.length, to);
}

/**
 * JSON that can end neither a script nor a comment, and has no bidirectional controls. These characters occur only within strings, where
 * JSON has an escape for each.
 */
function harmlessJson(document: FindingsDocument): string {
  return toJson(document).replace(
    /[<>&]|-(?=-)|[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
