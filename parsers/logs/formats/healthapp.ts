import type { LogFormat } from '../definition.ts';

/** HealthApp and other logs with bars between their columns. */
export const healthapp: LogFormat = {
  id: 'healthapp',
  title: 'HealthApp',
  patterns: ['{time:yyyyMMdd-H:m:s:S}|{component:[^|]}|{pid:int}|~{message}'],
  evidence: ['Step_', 'HiH_', 'Health', 'Hw'],
  samples: [
    {
      text: '20171224-0:7:20:44|Step_SPUtils|30002312| getTodayTotalDetailSteps = 1514038440000##7008',
      time: '2017-12-24T00:07:20.044',
      component: 'Step_SPUtils',
      message: 'getTodayTotalDetailSteps = 1514038440000##7008',
    },
    {
      text: '20171223-22:15:29:606|Step_LSC|30002312|onStandStepChanged 3579',
      time: '2017-12-23T22:15:29.606',
      component: 'Step_LSC',
      pid: 30002312,
      message: 'onStandStepChanged 3579',
    },
  ],
};
