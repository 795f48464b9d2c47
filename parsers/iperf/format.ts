import type { Format } from '../contract.ts';
import { iperfEntry } from './entry.ts';
import { IperfReader } from './reader.ts';

export const iperf: Format = { ...iperfEntry, open: (out, options) => new IperfReader(out, options) };
