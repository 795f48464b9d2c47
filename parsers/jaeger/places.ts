/** Places of an answer of Jaeger's query service that are entered. */
import type { JsonPlace } from '../kit/json-stream.ts';

export const places: JsonPlace = { data: { '[]': { spans: {}, processes: {} } } };

/** Depths of the containers: the document, a trace, and its spans and processes. */
export const depths = { document: 1, trace: 3, members: 4 } as const;
