import { useEffect, useState } from 'react';

/** A sign of progress, shown only after a noticeable delay. */
export function Waiting({ what: activity = 'Counting' }: { what?: string }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="waiting" role="status">
      {isLong ? `${activity} …` : ''}
    </p>
  );
}
