/** One-line texts of a report. */
import type { Evidence, Finding, FindingMark } from '../../analyzers/findings/finding.ts';
import { count as counted } from '../wording/numbers.ts';
import { formatClock, formatDate } from '../wording/time.ts';
import type { Range } from './drawings/drawn.ts';
import type { ReportModel } from './model.ts';

/** Title, time span and check of a report. */
export const aboutTexts = (model: ReportModel): readonly string[] =>
  ['Aftertrace report', model.name, spanText(model), checkedText(model)].filter(part => part !== '');

/** The span of all captures; empty if none has times. */
function spanText({ captures, zone }: ReportModel): string {
  const starts = captures.flatMap(({ start }) => (start === null ? [] : [start]));
  const ends = captures.flatMap(({ end }) => (end === null ? [] : [end]));
  const from = starts.sort((a, b) => (a < b ? -1 : 1))[0];
  const to = ends.sort((a, b) => (a > b ? -1 : 1))[0];
  if (from === undefined || to === undefined) return '';
  const [day, last] = [formatDate(from, zone), formatDate(to, zone)];
  const end = day === last ? formatClock(to, zone, 0) : `${last} ${formatClock(to, zone, 0)}`;
  return `${day} ${formatClock(from, zone, 0)} – ${end} ${zone}`;
}

function checkedText({ check, document }: ReportModel): string {
  if (document.redacted) return 'names replaced';
  if (check === null) return '';
  if (check.evidence === 0) return 'no evidence';
  return check.differing === 0
    ? 'checked: all evidence asked again, nothing differs'
    : `checked: ${check.differing} of ${counted(check.evidence, 'answer')} differ now`;
}

export const momentsOf = ({ marks }: Finding): readonly Range[] =>
  marks.flatMap(mark => (mark.kind === 'time' && mark.to !== null ? [{ from: mark.from, to: mark.to }] : []));

export function markText(mark: FindingMark, { zone, captures }: ReportModel): string {
  if (mark.kind === 'thing') return `${mark.refers} ${mark.name}`;
  if (mark.kind === 'time')
    return mark.to === null
      ? formatClock(mark.from, zone)
      : `${formatClock(mark.from, zone)} to ${formatClock(mark.to, zone)}`;
  const name = captures.find(({ id }) => id === mark.capture)?.name ?? `capture ${mark.capture}`;
  return `line ${mark.line} of ${name}`;
}

/** `timeline --by process · from 04:22:04 to 04:22:35 · processes postgres` */
export function askedText({ question, params, scope }: Evidence, { zone }: ReportModel): string {
  const asked = Object.entries(params).map(([name, value]) => `--${name} ${value}`);
  const parts = Object.entries(scope).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === 'bigint') return [`${name} ${formatClock(value, zone)}`];
    if (value === true) return [name === 'withIdle' ? 'with idle' : name];
    return [`${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`];
  });
  return [[question, ...asked].join(' '), ...(parts.length > 0 ? parts : ['everything in scope'])].join(
    ' · ',
  );
}

/** Fingerprints that identify the captures. */
export const fingerprintsText = ({ captures }: Evidence): string =>
  captures
    .map(({ name, sha256, headSha256, bytes }) => {
      const hash = sha256 ?? headSha256;
      return `${name} ${hash === null ? `${bytes} B` : `${hash.slice(0, 8)}…`}`;
    })
    .join(', ');
