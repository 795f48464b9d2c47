/**
 * Meanings of netstat's counts. Counts per interval have none, because netstat does not state the length of an
 * interval.
 */
import { meaningsOf, means, overrun, received, transmitted } from '../kit/metrics/meaning.ts';

const dropped = 'system.network.packet.dropped';

export const netstatMeanings = meaningsOf({
  network: {
    'RX-OK': received('system.network.packet.count'),
    'TX-OK': transmitted('system.network.packet.count'),
    'RX-ERR': received('system.network.errors'),
    'TX-ERR': transmitted('system.network.errors'),
    'RX-DRP': received(dropped),
    'TX-DRP': transmitted(dropped),
    'RX-OVR': received(dropped, overrun),
    'TX-OVR': transmitted(dropped, overrun),
    Ipkts: received('system.network.packet.count'),
    Opkts: transmitted('system.network.packet.count'),
    Ierrs: received('system.network.errors'),
    Oerrs: transmitted('system.network.errors'),
    Ibytes: received('system.network.io'),
    Obytes: transmitted('system.network.io'),
  },
  tcp: {
    tcpListenDrop: means('aftertrace.tcp.listen_drops'),
    // Connections that had not yet completed the handshake.
    tcpListenDropQ0: means('aftertrace.tcp.listen_drops', { 'tcp.queue': 'incomplete' }),
    tcpRetransSegs: means('aftertrace.tcp.faulty_segments', { 'error.type': 'retransmitted' }),
  },
});
