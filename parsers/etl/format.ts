import type { Format } from '../contract.ts';
import { etlEntry } from './entry.ts';
import { EtlSurvey } from './survey.ts';

export const etl: Format = {
  ...etlEntry,
  survey: () => new EtlSurvey(),
  open(out, options) {
    const survey = new EtlSurvey();
    survey.end();
    return survey.open(out, options);
  },
};
