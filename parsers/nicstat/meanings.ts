/** Meanings of nicstat's columns: it calls received what was read. */
import { meaningsOf, means, received, transmitted } from '../kit/metrics/meaning.ts';

const read = received('system.network.io');
const written = transmitted('system.network.io');

export const nicstatMeanings = meaningsOf({
  network: {
    '%Util': means('hw.network.bandwidth.utilization'),
    Sat: means('aftertrace.network.saturations'),
    'rKB/s': read,
    'wKB/s': written,
    RdKB: read,
    WrKB: written,
    rMbps: read,
    wMbps: written,
    RdMbps: read,
    WrMbps: written,
    'rPk/s': received('system.network.packet.count'),
    'wPk/s': transmitted('system.network.packet.count'),
    RdPkt: received('system.network.packet.count'),
    WrPkt: transmitted('system.network.packet.count'),
    IErr: received('system.network.errors'),
    OErr: transmitted('system.network.errors'),
  },
  tcp: { Drops: means('aftertrace.tcp.listen_drops') },
});
