import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties for computed values, such as column widths and bar lengths. */
    [property: `--${string}`]: string | number;
  }
}
