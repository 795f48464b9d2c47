import { useEffect, useState } from 'react';

/** Says so only when it takes long enough to be noticed. */
export function Waiting({ what = 'Counting' }: { what?: string }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="waiting" role="status">
      {isLong ? `${what} …` : ''}
    </p>
  );
}
