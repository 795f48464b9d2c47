/** Functions of the host that the scanner calls: see `Host` in ../scanner.ts. */

/** Reads a record that is not plain. `tag`: that of `add`. */
export declare function take(start: usize, size: u32, tag: f64, event: i32): void;
/** Passes all rows to the output. */
export declare function flush(): void;
/** Id of a thread; sets SPACE_KEY. */
export declare function threadOf(pid: i32, tid: i32): i32;
/** Stack of the sample at `start`; -1: none. */
export declare function stackOf(start: usize, size: u32, event: i32): i32;
/** Stack of an address, whose caller is the leaf of `parent`; -1: it has no caller. */
export declare function childOf(parent: i32, mode: u32, high: u32, low: u32, pid: i32, tid: i32): i32;
/** Prints a piece of the raw data to HOSTED_OUT, and sets NUMBER. Returns the length; -1: the text is too long or not ASCII. */
export declare function printed(event: i32, piece: i32, start: usize, end: usize): i32;
/** Id of a field's text, from `BulkOutput.fieldValue`. */
export declare function textOf(event: i32, field: i32, start: usize, end: usize): i32;
/** Text id of a system call's name; -1: none. */
export declare function callName(number: f64): i32;
/** Event class after one more number field had a number that is not a small whole one. */
export declare function widen(event: i32, field: i32): i32;
