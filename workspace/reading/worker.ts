/** Entry point of the import's workers. It is bundled separately, and its URL is given when a workspace is opened. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { formatsBeside } from '../../parsers/formats.ts';
import { serve, type WorkerData } from './serve.ts';

const { userFormats } = workerData as WorkerData;
serve(parentPort as MessagePort, formatsBeside(userFormats));
