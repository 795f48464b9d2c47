import { useEffect, useState } from 'react';
import type { FormatInfo } from '../../contract.ts';
import { useSession } from './session.ts';

/** Formats a file can be read as, with the user's own; empty until the engine has sent them. */
export function useFormats(): readonly FormatInfo[] {
  const session = useSession();
  const [formats, setFormats] = useState<readonly FormatInfo[]>([]);
  useEffect(() => {
    void session.attempt(async () => setFormats(await session.link.api.formats()));
  }, [session]);
  return formats;
}
