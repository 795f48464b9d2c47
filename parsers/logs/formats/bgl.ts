import type { LogFormat } from '../definition.ts';

/** RAS log of Blue Gene/L: seconds since 1970, and the same in local time with a fraction. */
export const bgl: LogFormat = {
  id: 'bgl',
  title: 'Blue Gene/L RAS',
  patterns: [
    '{label:word} {time:X} {_:[0-9.]} {node:word} {_:[0-9-]}.{_:int}.{_:int}.{time+:F} {_:word} {type:word} {component:word} {level} {message}',
    '{label:word} {time:X} {_:[0-9.]} {node:word} {_:[0-9-]}.{_:int}.{_:int}.{time+:F} {_:word} {type:word} {component:word} {level}~{message}',
  ],
  levels: { failure: 'fatal', severe: 'error' },
  plainMessages: true,
  samples: [
    {
      text: '- 1117838570 2005.06.03 R02-M1-N0-C:J12-U11 2005-06-03-15.42.50.675872 R02-M1-N0-C:J12-U11 RAS KERNEL INFO instruction cache parity error corrected',
      time: '2005-06-03T22:42:50.675872Z',
      level: 'info',
      component: 'KERNEL',
      message: 'instruction cache parity error corrected',
      fields: { label: null, node: 'R02-M1-N0-C:J12-U11', type: 'RAS' },
    },
  ],
};
