import { useEffect, useState } from 'react';
import type { FormatInfo } from '../../contract.ts';
import { useSession } from './session.ts';

/** What a file can be read as, the user's own among it; empty until the engine has told. */
export function useFormats(): readonly FormatInfo[] {
  const session = useSession();
  const [formats, setFormats] = useState<readonly FormatInfo[]>([]);
  useEffect(() => {
    void session.attempt(async () => setFormats(await session.link.api.formats()));
  }, [session]);
  return formats;
}
