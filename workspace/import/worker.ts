/** Entry of the import's workers. Bundled by itself; who opens a workspace says where it lies. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { formatsBeside } from '../../parsers/formats.ts';
import { serve, type WorkerData } from './serve.ts';

const { userFormats } = workerData as WorkerData;
serve(parentPort as MessagePort, formatsBeside(userFormats));
