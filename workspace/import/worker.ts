/** Entry of the import's workers. Bundled by itself; who opens a workspace says where it lies. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { formats } from '../../parsers/formats.ts';
import { serve, type WorkerData } from './serve.ts';

serve(parentPort as MessagePort, workerData as WorkerData, formats);
