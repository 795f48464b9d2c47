import type { LogFormat } from '../definition.ts';

const stamp = '{time:yyyy-MM-ddTHH:mm:ssfZ}';

/** Logs of the jobs of GitHub Actions and Azure Pipelines, whose commands begin with `##[`. */
export const buildSteps: LogFormat = {
  id: 'build-steps',
  title: 'GitHub Actions, Azure Pipelines',
  patterns: [
    `${stamp} ##[{level}]{message}`,
    `${stamp} ##[{component:[a-z]}]({message})?`,
    `${stamp} {message}`,
  ],
  specificity: 8,
  plainMessages: true,
  marks: ['Z ##['],
  samples: [
    {
      text: '2024-03-01T10:00:15.1234567Z ##[error]Process completed with exit code 1.',
      time: '2024-03-01T10:00:15.1234567Z',
      level: 'error',
      message: 'Process completed with exit code 1.',
    },
    {
      text: '2024-03-01T10:00:00.1234567Z ##[group]Run npm ci',
      level: null,
      component: 'group',
      message: 'Run npm ci',
    },
  ],
};
