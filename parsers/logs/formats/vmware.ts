import type { LogFormat } from '../definition.ts';

const tags =
  '([Originator@6876~{pairs<}sub={component:[^ \\]]}{_:[^\\]]*}{pairs>}]~|[{pairs<}{_:[A-Za-z]}@6876{_:[^\\]]*}{pairs>}]~)?';

/** vobd: the correlator, the time since boot, and the name of the observation, `esx.problem.…` of a problem. */
const observation =
  '[{component:[A-Za-z]}]~{uptime:int µs}us:~[({observation<}esx.{level:[a-z]}.{_:[^]]}{observation>}|{observation<}{_:[a-z.A-Z0-9-]}{observation>})] {message}';

/** VMware vCenter and ESXi: vpxd, hostd, fdm, vmkernel and the others in their directory. */
export const vmware: LogFormat = {
  id: 'vmware',
  title: 'VMware vCenter, ESXi',
  patterns: [
    `{time:yyyy-MM-ddTHH:mm:ssfZ}(:)? ${observation}`,
    `{time:yyyy-MM-ddTHH:mm:ssfZ} {_:[A-Za-z]}\\({_:int}\\) {process<}vobd{process>}[{pid:int}]:~${observation}`,
    `{time:yyyy-MM-ddTHH:mm:ssfZ} {level} {process:[^ [\\]]}[{pid:int}] ${tags}{message}`,
    // vSphere 6: the thread's id is hexadecimal.
    `{time:yyyy-MM-ddTHH:mm:ssfZ} {level} {process:[^ [\\]]}[{thread_id:[0-9A-F]}] ${tags}{message}`,
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
    problem: 'error',
    clear: 'info',
    audit: 'notice',
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
    'us: [vob.',
    'us: [esx.',
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
    {
      text: '2017-11-05T17:27:33.197Z info vpxd[7FF60F8F1700] [Originator@6876 sub=vpxLro opID=72067136] [VpxLRO] -- FINISH task-internal-4436',
      level: 'info',
      process: 'vpxd',
      component: 'vpxLro',
      message: '[VpxLRO] -- FINISH task-internal-4436',
      fields: { thread_id: '7FF60F8F1700', opID: '72067136' },
    },
    {
      text: '2017-11-05T17:27:33.197Z [scsiCorrelator] 8123456us: [vob.scsi.scsipath.pathstate.dead] scsiPath vmhba2:C0:T0:L0 changed state from on',
      time: '2017-11-05T17:27:33.197Z',
      level: null,
      component: 'scsiCorrelator',
      fields: { uptime: 8123456, observation: 'vob.scsi.scsipath.pathstate.dead' },
      units: { uptime: 'µs' },
    },
    {
      text: '2022-05-17T07:40:38.051Z In(14) vobd[2097700]:  [scsiCorrelator] 8123456us: [esx.problem.scsi.device.io.latency.high] Device naa.6 performance has deteriorated.',
      level: 'error',
      process: 'vobd',
      pid: 2097700,
      fields: { observation: 'esx.problem.scsi.device.io.latency.high' },
    },
  ],
};
