import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, for what a style sheet cannot know: column widths, bar lengths. */
    [property: `--${string}`]: string | number;
  }
}
