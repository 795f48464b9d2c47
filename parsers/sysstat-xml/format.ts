import type { Format } from '../contract.ts';
import { sysstatMeanings } from '../families/sysstat/meanings.ts';
import { sysstatXmlEntry } from './entry.ts';
import { SysstatXml } from './reader.ts';

export const sysstatXml: Format = {
  ...sysstatXmlEntry,
  meanings: sysstatMeanings,
  open: (out, options) => new SysstatXml(out, options),
};
