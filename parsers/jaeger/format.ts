import type { Format } from '../contract.ts';
import { jaegerEntry } from './entry.ts';
import { ProcessTexts } from './processes.ts';
import { JaegerReader } from './reader.ts';
import { ProcessSurvey } from './survey.ts';

export const jaeger: Format = {
  ...jaegerEntry,
  survey: () => new ProcessSurvey(),
  open: out => new JaegerReader(out, new ProcessTexts()),
};
