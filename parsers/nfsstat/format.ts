import type { Format } from '../contract.ts';
import { titledReader } from '../kit/metrics/titled-tables.ts';
import { heading, nfsstatEntry } from './entry.ts';

export const nfsstat: Format = {
  ...nfsstatEntry,
  open: titledReader({
    heading(line, above) {
      const name = heading.exec(line.trim())?.[1];
      if (name === undefined) return null;
      // Solaris prints client or server once, above several headings.
      return /^(?:Server|Client)/i.test(name) ? name : `${above?.split(', ')[0] ?? ''}, ${name}`;
    },
    tables: [
      {
        titles: words => (words.some(word => /^\d/.test(word)) ? null : words),
        object: 'nfs',
        counter: counter => ({ counter, unit: 'count', cumulative: true }),
        cells(words, titles) {
          const counts = words.filter(word => !/^\d+%$/.test(word));
          return counts.length === titles.length && counts.every(count => /^\d+$/.test(count))
            ? counts
            : null;
        },
        owner: row => row.heading,
      },
    ],
  }),
};
