import type { LogFormat } from '../definition.ts';

/** HealthApp and other logs with bars between their columns. */
export const healthapp: LogFormat = {
  id: 'healthapp',
  title: 'HealthApp',
  patterns: ['{time:yyyyMMdd-H:mm:ssf}|{component:[^|]}|{pid:int}|{message}'],
  samples: [
    {
      text: '20171223-22:15:29:606|Step_LSC|30002312|onStandStepChanged 3579',
      time: '2017-12-23T22:15:29.606',
      component: 'Step_LSC',
      pid: 30002312,
      message: 'onStandStepChanged 3579',
    },
  ],
};
