/** sar of Linux (sysstat), Solaris, HP-UX and AIX, as text. */

import { counterOf, nameOf, objectOf } from '../families/sysstat/objects.ts';
import { SysstatTables, type TableLayout } from '../families/sysstat/tables.ts';

export class SarReader extends SysstatTables {
  protected layout(titles: readonly string[]): TableLayout | null {
    const object = objectOf(titles);
    if (object === null) return null;
    const name = nameOf(titles);
    if (titles[0] === 'BUS') return usb(titles);
    return {
      object,
      counters: titles.map(title => counterOf(title, object)),
      instance: cells => (name < 0 ? null : cells[name]!),
      name,
      // A name in the last column may contain blanks.
      text: name === titles.length - 1 || titles.at(-1) === 'DEVICE',
    };
  }

  protected override decoration(line: string): boolean {
    const configuration = /^System configuration: (.*)/.exec(line);
    if (configuration !== null) this.out.about({ other: { configuration: configuration[1]!.trim() } });
    return configuration !== null;
  }
}

/** Names of USB devices may contain blanks, or be empty. */
function usb(titles: readonly string[]): TableLayout {
  const power = titles.indexOf('maxpower');
  return {
    object: 'usb',
    counters: titles.slice(0, power + 1).map(title => counterOf(title, 'usb')),
    instance: ([bus, vendor, product]) => `${bus} ${vendor}:${product}`,
    trailing: true,
  };
}
