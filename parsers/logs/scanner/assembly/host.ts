/** Functions of the host that the scanner calls: see `Host` in ../scanner.ts. */

/** Reads the time at `at`; returns its end, or 0. The host numbers the times in the order it reads them. */
export declare function readTime(which: u32, at: usize, end: usize): usize;

/** Level that a word means, as its number plus 1; 0 for none. */
export declare function readLevel(from: usize, to: usize): u32;

/** The host's number for the template of this masked message. */
export declare function templateOf(from: usize, to: usize): i32;

/**
 * Class of an event, given the host's numbers for field schema, level and template, and the scanner's number
 * of the component's text.
 */
export declare function classOf(fieldSchema: i32, level: i32, component: i32, template: i32): i32;
