/** One value against another: points, or cells that count them. */
import type { StoredAnswer } from '../../../analyzers/findings/finding.ts';
import { formatDuration, formatInteger, formatNumber } from '../../wording/numbers.ts';
import { type Markup, markup } from '../markup.ts';
import { numbersOf } from './columns.ts';
import type { About, Drawing } from './drawn.ts';
import { drawnOf, px, svg, width } from './svg.ts';

const plot = { left: 70, right: width - 16, top: 10, bottom: 330 };
const heats = 7;

interface Axis {
  readonly name: string;
  readonly isTime: boolean;
  readonly isLog: boolean;
  readonly min: number;
  readonly max: number;
}

export const scatter: Drawing = (answer, { label, params }) => {
  const x = numbersOf(answer, 'x');
  const y = numbersOf(answer, 'y');
  const xTo = numbersOf(answer, 'x_to');
  const yTo = numbersOf(answer, 'y_to');
  const count = numbersOf(answer, 'count');
  const rows = answer.rows.filter(row => Number.isFinite(x(row)) && Number.isFinite(y(row)));
  if (rows.length < 2) return null;
  const areCells = !Number.isNaN(xTo(rows[0]!));
  const across = axisOf(
    answer,
    params,
    'x',
    rows.flatMap(row => (areCells ? [x(row), xTo(row)] : [x(row)])),
  );
  const up = axisOf(
    answer,
    params,
    'y',
    rows.flatMap(row => (areCells ? [y(row), yTo(row)] : [y(row)])),
  );
  const atX = (value: number) => plot.left + shareOf(across, value) * (plot.right - plot.left);
  const atY = (value: number) => plot.bottom - shareOf(up, value) * (plot.bottom - plot.top);
  const peak = rows.reduce((most, row) => Math.max(most, count(row) || 0), 0);
  const heat = (amount: number) =>
    Math.min(heats - 1, Math.floor((Math.log1p(amount) / Math.log1p(Math.max(1, peak))) * heats));
  const marks = rows.map(row => {
    const tooltip = markup`<title>${across.name}: ${valueText(across, x(row))} · ${up.name}: ${valueText(up, y(row))}${areCells && ` · ${formatInteger(count(row))} points`}</title>`;
    if (!areCells)
      return markup`<circle class="point" cx="${px(atX(x(row)))}" cy="${px(atY(y(row)))}" r="2.5">${tooltip}</circle>`;
    const [left, top] = [atX(x(row)), atY(yTo(row))];
    return markup`<rect class="h${heat(count(row))}" x="${px(left)}" y="${px(top)}" width="${px(Math.max(1, atX(xTo(row)) - left))}" height="${px(Math.max(1, atY(y(row)) - top))}">${tooltip}</rect>`;
  });
  const picture = svg(
    plot.bottom + 44,
    `${label}: ${up.name} against ${across.name}`,
    markup`${ruling(across, up, atX, atY)}${marks}`,
  );
  return { picture, legend: drawnOf(rows.length, answer.total, 'rows') };
};

/** The axis title: the requested parameter, or the answer's name for it, or the column name. */
function axisOf(
  { columns, notes }: StoredAnswer,
  params: About['params'],
  axis: 'x' | 'y',
  values: readonly number[],
): Axis {
  const axesData = notes.find(({ code }) => code === 'axes')?.data;
  const column = columns.find(({ name }) => name === axis);
  const isLog = axesData?.[axis] === 'log';
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const room = isLog ? 0 : (most - least) * 0.04 || Math.abs(most) * 0.1 || 1;
  const name = String(params[axis] ?? axesData?.[`${axis}Name`] ?? axis);
  return {
    name: column?.unit ? `${name}, ${column.unit}` : name,
    isTime: column?.kind === 'duration',
    isLog,
    min: isLog ? least / 1.15 : least >= 0 && least - room < (most - least) * 0.3 ? 0 : least - room,
    max: isLog ? most * 1.15 : most + room,
  };
}

function shareOf({ isLog, min, max }: Axis, value: number): number {
  const on = isLog ? Math.log : (each: number) => each;
  return (on(value) - on(min)) / (on(max) - on(min));
}

const valueText = ({ isTime }: Axis, value: number): string =>
  isTime ? formatDuration(value) : formatNumber(value);

/** Round values of an axis, about `wanted` of them. */
function ticksOf({ isLog, min, max }: Axis, wanted: number): readonly number[] {
  if (isLog) {
    const first = Math.ceil(Math.log10(min));
    const decades = Math.floor(Math.log10(max)) - first;
    const step = Math.max(1, Math.ceil(decades / wanted));
    return Array.from(
      { length: Math.max(0, Math.floor(decades / step) + 1) },
      (_, at) => 10 ** (first + at * step),
    );
  }
  const rough = (max - min) / wanted;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * ([1, 2, 5].find(factor => factor * unit >= rough) ?? 10);
  const first = Math.ceil(min / step);
  return Array.from({ length: Math.floor(max / step) - first + 1 }, (_, at) => (first + at) * step);
}

function ruling(
  across: Axis,
  up: Axis,
  atX: (value: number) => number,
  atY: (value: number) => number,
): Markup {
  const middle = (plot.top + plot.bottom) / 2;
  return markup`${ticksOf(across, 8).map(
    value =>
      markup`<line class="grid" x1="${px(atX(value))}" x2="${px(atX(value))}" y1="${plot.top}" y2="${plot.bottom}"/><text class="tick" x="${px(atX(value))}" y="${plot.bottom + 16}">${valueText(across, value)}</text>`,
  )}${ticksOf(up, 6).map(
    value =>
      markup`<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${px(atY(value))}" y2="${px(atY(value))}"/><text class="bucket" x="${plot.left - 6}" y="${px(atY(value) + 4)}">${valueText(up, value)}</text>`,
  )}<text class="tick" x="${(plot.left + plot.right) / 2}" y="${plot.bottom + 36}">${across.name}</text><text class="tick" x="12" y="${middle}" transform="rotate(-90 12 ${middle})">${up.name}</text>`;
}
