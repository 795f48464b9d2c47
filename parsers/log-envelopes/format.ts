import type { Format } from '../contract.ts';
import { entryOf } from './entry.ts';
import type { Envelope } from './envelope.ts';
import { EnvelopeReader } from './reader.ts';

export const envelopeFormat = (envelope: Envelope): Format => ({
  ...entryOf(envelope),
  open: (out, options) => new EnvelopeReader(out, options, envelope),
});
