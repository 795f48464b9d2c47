/**
 * Definitions of events of Microsoft-Windows-Kernel-Network and Microsoft-Windows-PowerShell, for traces without their descriptions. Fields are those
 * of the manifests that Windows installs.
 */
import { defsOf } from './dotnet.ts';
import type { EventDef } from './schema.ts';

const ports = 'dport:port sport:port';
const v4 = `PID:u32 size:u32(B) daddr:ip4 saddr:ip4 ${ports}`;
const v6 = `PID:u32 size:u32(B) daddr:ip6 saddr:ip6 ${ports}`;
const sent = 'startime:u32 endtime:u32 seqnum:u32 connid:u32';
const plain = 'seqnum:u32 connid:u32';
const connected =
  'mss:u16 sackopt:u16 tsopt:u16 wsopt:u16 rcvwin:u32(B) rcvwinscale:i16 sndwinscale:i16 seqnum:u32 connid:u32';
const failed = 'Proto:u16 FailureCode:u16';

const network = `
10 0 TcpIp/DataSent ${v4} ${sent}
11 0 TcpIp/DataReceived ${v4} ${plain}
12 0 TcpIp/ConnectionAttempted ${v4} ${connected}
13 0 TcpIp/DisconnectIssued ${v4} ${plain}
14 0 TcpIp/DataRetransmitted ${v4} ${plain}
15 0 TcpIp/ConnectionAccepted ${v4} ${connected}
16 0 TcpIp/ReconnectAttempted ${v4} ${plain}
17 0 TcpIp/ConnectionAttemptFailed ${failed}
18 0 TcpIp/DataCopied ${v4} ${plain}
26 0 TcpIp/DataSent ${v6} ${sent}
27 0 TcpIp/DataReceived ${v6} ${plain}
28 0 TcpIp/ConnectionAttempted ${v6} ${connected}
29 0 TcpIp/DisconnectIssued ${v6} ${plain}
30 0 TcpIp/DataRetransmitted ${v6} ${plain}
31 0 TcpIp/ConnectionAccepted ${v6} ${connected}
32 0 TcpIp/ReconnectAttempted ${v6} ${plain}
34 0 TcpIp/DataCopied ${v6} ${plain}
42 0 UdpIp/DataSent ${v4} ${plain}
43 0 UdpIp/DataReceived ${v4} ${plain}
49 0 UdpIp/ConnectionAttemptFailed ${failed}
58 0 UdpIp/DataSent ${v6} ${plain}
59 0 UdpIp/DataReceived ${v6} ${plain}
`;

const powerShell = `
4103 1 ExecutePipeline ContextInfo:wide UserData:wide Payload:wide
4104 1 ScriptBlock MessageNumber:i32 MessageTotal:i32 ScriptBlockText:wide ScriptBlockId:wide Path:wide
`;

/** By GUID, id and version. */
export const otherProviderEvents: ReadonlyMap<string, EventDef> = new Map([
  ...defsOf('7dd42a49-5329-4832-8dfd-43d979153a88', 'Microsoft-Windows-Kernel-Network', network),
  ...defsOf('a0c1853b-5c40-4b15-8766-3cf1c58f985a', 'Microsoft-Windows-PowerShell', powerShell),
]);
