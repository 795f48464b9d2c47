/** Times the answers to the tracks of the timeline and to the pictures over time, over 10 M samples, 10 M states and 10 M events. */
import { withLargest } from './timeline/generate.ts';
import { measurePictures } from './timeline/ranges.ts';

withLargest(measurePictures)
  .then(isWithin => {
    if (!isWithin) process.exitCode = 1;
  })
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
