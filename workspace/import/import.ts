import type { Store } from '../store.ts';
import type { ImportOptions, ImportReport, ImportRequest } from './request.ts';

export async function importInto(
  _store: Store,
  _request: ImportRequest,
  _options: ImportOptions & { readonly worker?: URL | string | undefined },
): Promise<ImportReport> {
  return { captures: [], failures: [], cancelled: false };
}
