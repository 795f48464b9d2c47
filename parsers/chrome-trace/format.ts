import type { Format } from '../contract.ts';
import { chromeTraceEntry } from './entry.ts';
import { TraceSurvey } from './survey.ts';

export const chromeTrace: Format = {
  ...chromeTraceEntry,
  survey: () => new TraceSurvey(),
  open(out, options) {
    const survey = new TraceSurvey();
    survey.end();
    return survey.open(out, options);
  },
};
