import { isAmount } from '../../../pictures/columns.ts';
import { numbers, texts, times } from '../picture.ts';

/** The columns that a chart over time needs; which of several are drawn: `lineColumns`. */
export const timeRoles = {
  time: times(() => true, 'When.'),
  value: numbers(isAmount, 'Value at the time.'),
};
export const trackRoles = { track: texts('track', 'Name of the chart.'), ...timeRoles };
