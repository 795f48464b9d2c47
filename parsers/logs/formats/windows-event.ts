import type { LogFormat } from '../definition.ts';

const levels = {
  0: 'info',
  1: 'fatal',
  2: 'error',
  3: 'warning',
  4: 'info',
  5: 'debug',
  verbose: 'debug',
  'audit success': 'info',
  'audit failure': 'warning',
} as const;

/** Windows events as XML. */
export const windowsXml: LogFormat = {
  id: 'windows-event-xml',
  title: 'Windows events (XML)',
  blocks: {
    layout: 'windows-xml',
    map: {
      time: ['time'],
      level: ['Level'],
      component: ['provider'],
      pid: ['pid'],
      tid: ['tid'],
      message: ['message'],
    },
  },
  levels,
  samples: [
    {
      text: "<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='Service Control Manager'/><EventID Qualifiers='16384'>7036</EventID><Level>4</Level><TimeCreated SystemTime='2024-05-06T07:08:09.1234567Z'/><Execution ProcessID='612' ThreadID='7788'/><Channel>System</Channel><Computer>PC1</Computer></System><EventData><Data Name='param1'>Windows &amp; Co</Data></EventData></Event>",
      time: '2024-05-06T07:08:09.1234567Z',
      level: 'info',
      component: 'Service Control Manager',
      pid: 612,
      tid: 7788,
      message: 'param1=Windows & Co',
      fields: { EventID: 7036, Computer: 'PC1', param1: 'Windows & Co' },
    },
  ],
};

/** Windows events as `wevtutil qe LOG /f:text` prints them; times without `Z` are local. */
export const windowsText: LogFormat = {
  id: 'windows-event-text',
  title: 'Windows events (wevtutil)',
  blocks: {
    layout: 'windows-text',
    map: {
      time: ['Date'],
      level: ['Level'],
      component: ['Source'],
      message: ['message'],
    },
  },
  levels,
  samples: [
    {
      text: 'Event[2]:\n  Log Name: System\n  Source: disk\n  Date: 2021-12-25T07:30:00.123\n  Event ID: 153\n  Task: N/A\n  Level: Warning\n  Opcode: N/A\n  Keyword: Classic\n  User: N/A\n  User Name: N/A\n  Computer: micro\n  Description: \nThe IO operation at logical block address 0x1000 for Disk 0 was retried.\n',
      time: '2021-12-25T07:30:00.123',
      level: 'warning',
      component: 'disk',
      message: 'The IO operation at logical block address 0x1000 for Disk 0 was retried.',
      fields: { 'Event ID': 153, 'Log Name': 'System', Computer: 'micro' },
    },
    {
      text: 'Event[0]\n  Log Name: Security\n  Source: Microsoft-Windows-Security-Auditing\n  Date: 2021-12-25T07:33:18.1520000Z\n  Event ID: 4625\n  Task: Logon\n  Level: Information\n  Keyword: Audit Failure\n  Computer: micro\n  Description: \nAn account failed to log on.\n\nSubject:\n\tSecurity ID:\t\tS-1-0-0\n',
      time: '2021-12-25T07:33:18.152Z',
      level: 'info',
      message: 'An account failed to log on.\n\nSubject:\n\tSecurity ID:\t\tS-1-0-0',
      fields: { 'Event ID': 4625, Keyword: 'Audit Failure' },
    },
  ],
};

const table = {
  layout: 'csv',
  map: {
    time: ['TimeCreated', 'Date and Time', 'TimeGenerated'],
    level: ['LevelDisplayName', 'Level', 'EntryType'],
    component: ['ProviderName', 'Source'],
    pid: ['ProcessId'],
    tid: ['ThreadId'],
    message: ['Message'],
  },
} as const;

/** The event viewer's CSV; the message is in a column without a name. */
export const windowsCsv: LogFormat = {
  id: 'windows-event-csv',
  title: 'Windows events (CSV)',
  specificity: 40,
  table: { ...table, header: ['Level', 'Date and Time', 'Source', 'Event ID'] },
  levels,
  samples: [
    {
      text: 'Level,Date and Time,Source,Event ID,Task Category\nInformation,5/6/2024 7:08:09 PM,Kernel-General,1,None,"The time\nhas changed."',
      time: '2024-05-06T19:08:09',
      level: 'info',
      component: 'Kernel-General',
      message: 'The time\nhas changed.',
      fields: { 'Event ID': 1 },
    },
  ],
};

/** `Get-WinEvent | Export-Csv` and `Get-EventLog | Export-Csv` of PowerShell. */
export const powershellCsv: LogFormat = {
  id: 'windows-event-powershell',
  title: 'Windows events (PowerShell CSV)',
  specificity: 40,
  table: { ...table, header: ['Message', 'ProviderName', 'TimeCreated'] },
  levels,
  samples: [
    {
      text: '"Message","Id","Level","ProviderName","ProcessId","TimeCreated","LevelDisplayName"\n"A service\nstopped","7036","2","SCM","612","5/6/2024 7:08:09 AM","Error"',
      time: '2024-05-06T07:08:09',
      level: 'error',
      component: 'SCM',
      pid: 612,
      message: 'A service\nstopped',
    },
  ],
};
