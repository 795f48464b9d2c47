/** Functions of the host that the scanner calls: see `Host` in ../scanner.ts. */

/** Reads a record that is not plain. `tag`: the one that it was added with. */
export declare function take(start: usize, size: u32, tag: f64, event: i32): void;
/** Gives out all rows. */
export declare function flush(): void;
/** Id of a thread; sets SPACE_KEY. */
export declare function threadOf(pid: i32, tid: i32): i32;
/** Stack of the sample at `start`; -1 is none, -2 none because the chain is damaged. */
export declare function stackOf(start: usize, size: u32, event: i32): i32;
/** Stack of an address that is called by those of `parent`, -1 if by none. */
export declare function childOf(parent: i32, mode: u32, high: u32, low: u32, pid: i32, tid: i32): i32;
/** Prints a piece of the raw data to HOSTED_OUT, and sets NUMBER; returns the length, -1 where that is too long or no ASCII. */
export declare function printed(event: i32, piece: i32, start: usize, end: usize): i32;
/** Text of a field, as `BulkOutput.fieldValue` gives it. */
export declare function textOf(event: i32, field: i32, start: usize, end: usize): i32;
/** Text that names a system call; -1 where none does. */
export declare function callName(number: f64): i32;
/** Class of an event one more of whose numbers is no small whole one. */
export declare function widen(event: i32, field: i32): i32;
