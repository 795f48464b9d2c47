/** What the scanner asks the host: see `Host` in ../scanner.ts. */

/** Reads a time at `at`: where it ends, or 0. A new one is the host's next. */
export declare function readTime(which: u32, at: usize, end: usize): usize;

/** What level a word means, one more than its number; 0 for none. */
export declare function readLevel(from: usize, to: usize): u32;

/** The template of this masked message, as the host numbers them. */
export declare function templateOf(from: usize, to: usize): i32;

/** The class of an event, by what the host calls its field schema, level and template; the component is a number of a text. */
export declare function classOf(fieldSchema: i32, level: i32, component: i32, template: i32): i32;
