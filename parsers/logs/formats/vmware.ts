import type { LogFormat } from '../definition.ts';

const tags =
  '([Originator@6876~{pairs<}sub={component:[^ \\]]}{_:[^\\]]*}{pairs>}]~|[{pairs<}{_:[A-Za-z]}@6876{_:[^\\]]*}{pairs>}]~)?';

/** VMware vCenter and ESXi: vpxd, hostd, fdm, vmkernel and the others in their directory. */
export const vmware: LogFormat = {
  id: 'vmware',
  title: 'VMware vCenter, ESXi',
  patterns: [
    `{time:yyyy-MM-ddTHH:mm:ssfZ} {level} {process:[^ [\\]]}[{pid:int}] ${tags}{message}`,
    `{time:yyyy-MM-ddTHH:mm:ssfZ} {level}\\({priority:int}\\) {process:[^ [\\]:]}(\\[{pid:int}\\])?: (~cpu{cpu:int}:{world:int}\\))?${tags}{message}`,
    `{time:yyyy-MM-ddTHH:mm:ssfZ} cpu{cpu:int}:{pid:int}( opID={opID:[^)]})?\\){level}: {message}`,
    `{time:yyyy-MM-ddTHH:mm:ssfZ} cpu{cpu:int}:{pid:int}( opID={opID:[^)]})?\\){message}`,
    "{time:yyyy-MM-ddTHH:mm:ssfZ} [{tid:hex} {level} '{component:[^']*}'( opID={opID:[^\\]]})?]~{message}",
    `{time:yyyy-MM-ddTHH:mm:ssfZ} {level} -\\[{thread:[^\\]]}\\] ${tags}{message}`,
  ],
  levels: {
    in: 'info',
    no: 'notice',
    wa: 'warning',
    er: 'error',
    db: 'debug',
    cr: 'fatal',
    al: 'fatal',
    em: 'fatal',
  },
  evidence: [
    '@6876',
    'opID=',
    'VMware',
    'vmware',
    'vpxd',
    'vpxa',
    'hostd',
    'Hostd',
    'vmkernel',
    'vobd',
    'rhttpproxy',
    'ScsiDeviceIO',
    'World: ',
    'In(',
    'Wa(',
    'Er(',
    'Db(',
    'No(',
  ],
  samples: [
    {
      text: '2022-06-02T11:58:12.193Z info vpxd[45715] [Originator@6876 sub=vpxLro opID=7e1280cf] [VpxLRO] -- BEGIN lro-846063 -- SessionManager',
      time: '2022-06-02T11:58:12.193Z',
      level: 'info',
      process: 'vpxd',
      pid: 45715,
      component: 'vpxLro',
      message: '[VpxLRO] -- BEGIN lro-846063 -- SessionManager',
      fields: { opID: '7e1280cf' },
    },
    {
      text: '2022-05-17T07:40:38.051Z In(30) init[1001390328]: inittab: /bin/applyconfig --bootstrap (11740460 us)',
      time: '2022-05-17T07:40:38.051Z',
      level: 'info',
      process: 'init',
      pid: 1001390328,
      message: 'inittab: /bin/applyconfig --bootstrap (11740460 us)',
    },
    {
      text: '2022-05-17T07:40:38.051Z cpu3:2097600)WARNING: ScsiDeviceIO: 1223: Device is slow',
      level: 'warning',
      pid: 2097600,
      message: 'ScsiDeviceIO: 1223: Device is slow',
      fields: { cpu: 3 },
    },
  ],
};
