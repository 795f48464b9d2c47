import type { Format } from '../contract.ts';
import { TracerptCsvReader } from './csv.ts';
import { tracerptCsvEntry, tracerptXmlEntry } from './entry.ts';
import { TracerptXmlReader } from './xml.ts';

export const tracerptCsv: Format = {
  ...tracerptCsvEntry,
  open: (out, options) => new TracerptCsvReader(out, options),
};

export const tracerptXml: Format = {
  ...tracerptXmlEntry,
  open: (out, options) => new TracerptXmlReader(out, options),
};
