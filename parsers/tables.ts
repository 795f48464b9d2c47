/**
 * The vocabulary: what a capture can hold, table by table, column by column.
 *
 * Plain data with descriptions; no SQL and no behaviour. Each table is declared once, and everything else follows
 * from the declaration: the types of rows that parsers give (`rows.ts`), the typed arrays they are written to, how
 * they are stored, the SQL schema and its views, spans, counts, exports, and the names in the window.
 *
 * Four kinds of table:
 * - **interned**: each distinct row is stored once and others refer to it by its dense id (text, frame, stack, …);
 * the
 *   workspace puts `id` in front;
 * - **row**: appended in the order read, never updated by an import (sample, event, metric, …); the workspace puts
 *   `capture` in front, and a view shows names instead of ids;
 * - **derived**: made by the workspace from other tables, again whenever captures come or go;
 * - **record**: a handful of rows that the workspace itself keeps (capture, problem).
 *
 * Some row tables are stored in another layout, see `workspace/store/packed.ts`.
 *
 * Time is integer nanoseconds since the capture's own zero (`capture.zero_ns` on the capture's clock), so that it
 * fits a JavaScript number exactly for 104 days; absolute times exist only as one 64-bit integer per capture.
 */

/**
 * How a value is held by parsers (typed array) and stored (DuckDB type).
 *
 * | type       | parsers | stored   | null in parsers | meaning |
 * |------------|---------|----------|-----------------|---------|
 * | `time`     | f64     | BIGINT   | NaN             | ns since the capture's zero: part of the capture's span |
 * | `duration` | f64     | BIGINT   | NaN             | ns from the row's `ts`: the span extends to its end |
 * | `line`     | f64     | BIGINT   | NaN             | line of the file, from 1; parsers count from the part's start
 * |
 * | `offset`   | f64     | BIGINT   | NaN             | byte of the file; parsers count from the part's start |
 * | `integer`  | f64     | BIGINT   | NaN             | exact up to 2^53 |
 * | `number`   | f64     | DOUBLE   | NaN             | |
 * | `small`    | i32     | INTEGER  | -1              | never negative (CPU number, pid, depth) |
 * | `flag`     | u8      | BOOLEAN  | not nullable    | |
 * | `address`  | bigint  | UBIGINT  | null            | frames only: exact to 64 bits |
 * | `numbers`  | f64[]   | DOUBLE[] | empty; a value: NaN | events only |
 * | `values`   | i32[]   | INTEGER[] | empty; a value: -1 | events only: ids in `text`, and whole numbers; stored as
 * -1, too |
 * | `bytes`    | bytes   | VARCHAR  | length -1       | events and `text` only: a text of its own, stored per row |
 * | `string`   | string  | VARCHAR  | null            | records only |
 * | `wide`     | bigint  | BIGINT   | null            | records only: 64-bit, e.g. epoch ns |
 * | a table    | i32     | INTEGER  | -1              | id in that interned table |
 */
export type ColumnType =
  | 'time'
  | 'duration'
  | 'line'
  | 'offset'
  | 'integer'
  | 'number'
  | 'small'
  | 'flag'
  | 'address'
  | 'numbers'
  | 'values'
  | 'bytes'
  | 'string'
  | 'wide'
  | InternedTable;

export type InternedTable = 'text' | 'frame' | 'stack' | 'thread' | 'series' | 'field_schema';

export interface Column {
  readonly type: ColumnType;
  readonly about: string;
  readonly nullable?: true;
  readonly unit?: string;
  /** Name before a renaming; SQL may still use it. */
  readonly formerly?: string;
}

interface Declared {
  readonly about: string;
  /** Name before a renaming; SQL may still use it. */
  readonly formerly?: string;
  readonly columns: Readonly<Record<string, Column>>;
}

/** Word for one row, and for several, in texts for the user. */
export interface Word {
  readonly one: string;
  readonly many: string;
}

export type Table =
  | (Declared & { readonly kind: 'interned' | 'record' })
  | (Declared & { readonly kind: 'derived'; readonly word: Word })
  /** `wordOfTotals`: for rows of captures without times; `view`: name of the view that has names instead of ids. */
  | (Declared & {
      readonly kind: 'row';
      readonly word: Word;
      readonly wordOfTotals?: Word;
      readonly view: string;
    });

export const tables = {
  text: {
    kind: 'interned',
    about: 'Strings that repeat: symbols, modules, process and event names, field keys and values.',
    columns: {
      value: { type: 'bytes', about: 'The text, valid UTF-8.' },
      not_interned: {
        type: 'flag',
        formerly: 'loose',
        about:
          'A value of a field with many different values, stored without being interned: several rows may have the same text.',
      },
    },
  },
  frame: {
    kind: 'interned',
    about: 'One function as it appears in a stack.',
    columns: {
      symbol: { type: 'text', about: 'Function name without offset; `[unknown]` if there is none.' },
      module: {
        type: 'text',
        about: 'Module as the capture names it (full path); `[unknown]` if there is none.',
      },
      address: {
        type: 'address',
        nullable: true,
        about:
          "Address as the capture prints it, only if there is no symbol, so that symbols can be added later. Since Linux 4.20, perf prints an offset in the module's file for user space.",
      },
      offset: {
        type: 'address',
        nullable: true,
        unit: 'B',
        about:
          "Offset of the address in the module's file: only if there is no symbol, and the capture states it.",
      },
      build: {
        type: 'text',
        nullable: true,
        about:
          'Identifies the symbols of the module: its build id, in hexadecimal, or the map that a JIT compiler writes. Only if the capture has no symbol; address and offset stay once one is found.',
      },
    },
  },
  stack: {
    kind: 'interned',
    about:
      'A path from a root to a leaf in one tree: a stack is its leaf frame and its caller. parent id < child id.',
    columns: {
      parent: { type: 'stack', nullable: true, about: 'The stack of the caller; null at a root.' },
      frame: { type: 'frame', about: 'The leaf frame.' },
      depth: { type: 'small', about: '0 at a root.' },
    },
  },
  thread: {
    kind: 'interned',
    about: 'A thread under one name. A process that changes its name (exec) is two rows with one pid.',
    columns: {
      process: {
        type: 'text',
        nullable: true,
        about: 'Name as in the capture (perf: the comm of the thread).',
      },
      pid: { type: 'small', nullable: true, about: 'Process id; null if the capture does not state it.' },
      tid: { type: 'small', nullable: true, about: 'Thread id; null if the capture does not state it.' },
    },
  },
  series: {
    kind: 'interned',
    about: 'One counter over time. Interned per capture.',
    columns: {
      capture: { type: 'small', about: 'The capture it came from.' },
      host: { type: 'text', nullable: true, about: 'The machine, if the capture names it.' },
      object: { type: 'text', about: 'Object of the counter: cpu, disk, network, memory, process, …' },
      instance: {
        type: 'text',
        nullable: true,
        about: 'Instance of the object: a CPU number, a device, a process; null if there is one.',
      },
      counter: { type: 'text', about: "The counter's name as the tool prints it." },
      unit: {
        type: 'text',
        nullable: true,
        about: 'Unit of the values (%, kB/s, ms, …); null if unknown.',
      },
      cumulative: { type: 'flag', about: 'A count that only grows: charts show its rate.' },
      meaning: {
        type: 'text',
        nullable: true,
        about:
          'What it measures, whatever the tool calls it: the name in OpenTelemetry if it has one (system.disk.io_time); null if unknown.',
      },
      attributes: {
        type: 'text',
        nullable: true,
        about: 'Attributes of the meaning: JSON, such as {"cpu.mode":"idle"}; null without a meaning.',
      },
      factor: {
        type: 'number',
        nullable: true,
        about:
          'factor × value + addend is in the unit of the meaning; null without a meaning. For rates: per second.',
      },
      addend: { type: 'number', nullable: true, about: 'See factor: 1 if the tool prints the complement.' },
      thread: {
        type: 'thread',
        nullable: true,
        about: 'The process or thread that it is about; null for all others.',
      },
    },
  },
  field_schema: {
    kind: 'interned',
    formerly: 'shape',
    about:
      'Which fields an event carries, in which order. The n-th that is a text or a whole number is `event.values[n]`, the n-th other number `event.numbers[n]`.',
    columns: {
      keys: {
        type: 'string',
        about:
          'JSON array of {key, type: "number" | "text", unit?, display?, whole?, word?, inside?, role?} in the order of the fields. A text with `display` `hex` is a whole number below 2^64, written `0x1f`. A text with `word` is that word of the message, from 1, and a text with `inside` is the part of the message between these two characters: neither is in a list. `role` is the meaning of the field for the event: switch.next.tid, wakeup.tid, …',
      },
    },
  },
  sample: {
    kind: 'row',
    word: { one: 'sample', many: 'samples' },
    // Folded stacks and the like: a row is a stack, and its weight the number of samples.
    wordOfTotals: { one: 'stack', many: 'stacks' },
    view: 'samples',
    about: 'One reading of a profiler: a time, and the stack at that time.',
    columns: {
      ts: { type: 'time', nullable: true, about: 'Time of the sample; null if the capture has none.' },
      cpu: { type: 'small', nullable: true, about: 'CPU on which it was taken.' },
      thread: { type: 'thread', nullable: true, about: 'Thread that was running.' },
      kind: {
        type: 'text',
        about: 'Event type (cycles, cpu-clock, …): kinds are never added together unasked.',
      },
      weight: {
        type: 'integer',
        about: 'How many samples the row stands for (1 unless the capture aggregates).',
      },
      period: {
        type: 'integer',
        nullable: true,
        about: 'Total number of events (cycles, ns, …) that the row stands for.',
      },
      stack: { type: 'stack', nullable: true, about: 'The leaf; null if no stack was recorded.' },
    },
  },
  event: {
    kind: 'row',
    word: { one: 'event', many: 'events' },
    view: 'events',
    about:
      'Anything with a text at a moment: log lines, tracepoints, system calls. A slice is an event with a duration.',
    columns: {
      id: { type: 'integer', about: 'Identifies the event until a capture is removed.' },
      ts: { type: 'time', nullable: true, about: 'Begin of the event; null if no time could be read.' },
      duration: { type: 'duration', nullable: true, about: 'Duration of a slice.' },
      kind: {
        type: 'text',
        about: 'Event type: the tracepoint (sched:sched_switch), `log`, the system call …',
      },
      thread: { type: 'thread', nullable: true, about: 'Who.' },
      cpu: { type: 'small', nullable: true, about: 'CPU of the event.' },
      level: { type: 'text', nullable: true, about: 'fatal, error, warning, notice, info, debug or trace.' },
      component: { type: 'text', nullable: true, about: 'Logger, subsystem, program or unit that wrote it.' },
      template: {
        type: 'text',
        nullable: true,
        about: 'The message with its variable parts masked; its template is in `template`.',
      },
      message: {
        type: 'bytes',
        nullable: true,
        about: 'The text, without the values of other columns.',
      },
      field_schema: {
        type: 'field_schema',
        nullable: true,
        formerly: 'shape',
        about: 'Names, types and units of its fields.',
      },
      values: {
        type: 'values',
        about: 'Its fields that are texts or whole numbers, in the order of the field schema; -1 is absent.',
      },
      numbers: {
        type: 'numbers',
        about: 'Its fields that are other numbers, in the order of the field schema; null is absent.',
      },
      stack: { type: 'stack', nullable: true, about: 'The stack recorded with it.' },
      line: {
        type: 'line',
        nullable: true,
        about: 'First line of the record in its file, from 1. For binary files: number of the record.',
      },
      lines: { type: 'small', nullable: true, about: 'Number of lines of the record.' },
      offset: {
        type: 'offset',
        nullable: true,
        unit: 'B',
        about: 'Offset of the record in the decompressed file.',
      },
    },
  },
  metric: {
    kind: 'row',
    word: { one: 'point', many: 'points' },
    view: 'metrics',
    about: 'One value of a series. Missing is missing, never 0: a cell without a value is not a row.',
    columns: {
      series: { type: 'series', about: 'Which series.' },
      ts: {
        type: 'time',
        nullable: true,
        about: 'End of the interval it covers; null while the capture has no clock.',
      },
      value: { type: 'number', about: 'The value in the unit of its series.' },
      row: {
        type: 'small',
        about: 'Number of the sample in the file, from 0: orders values of a file without times.',
      },
      since_boot: {
        type: 'flag',
        about: "A tool's first report, averaged since boot: left out of charts by default.",
      },
    },
  },
  state: {
    kind: 'row',
    word: { one: 'thread state', many: 'thread states' },
    view: 'states',
    about:
      'State of a thread, from a moment on and for how long. Derived from switches and wake-ups, unless the capture states it: then every thread has exactly one state at any time between the first and the last of them.',
    columns: {
      thread: { type: 'thread', about: 'Which thread.' },
      cpu: { type: 'small', nullable: true, about: 'CPU on which it ran; for ready: on which it ran next.' },
      ts: { type: 'time', about: 'Begin of the state.' },
      duration: {
        type: 'duration',
        nullable: true,
        about: 'Duration, at most to the end of what was recorded; null if unknown.',
      },
      state: {
        type: 'text',
        about:
          'running, ready, waiting; unknown: before the first event of a thread that may be new, and where a switch was not recorded.',
      },
      reason: {
        type: 'text',
        nullable: true,
        about:
          'What it waited for (and in which system call), why it was ready, or why the state is unknown.',
      },
      stack: { type: 'stack', nullable: true, about: 'Stack at which it stopped running.' },
      waker: { type: 'thread', nullable: true, about: 'Thread that ended the wait.' },
    },
  },
  histogram: {
    kind: 'row',
    word: { one: 'histogram bucket', many: 'histogram buckets' },
    view: 'histograms',
    about: 'One bucket of a histogram of a series: how many values are from `low` to below `high`.',
    columns: {
      series: { type: 'series', about: 'The series; its unit is that of the bounds.' },
      ts: { type: 'time', nullable: true, about: 'End of the interval it covers; null without a clock.' },
      low: { type: 'number', nullable: true, about: 'Lower bound, inclusive; null if there is none.' },
      high: { type: 'number', nullable: true, about: 'Upper bound, exclusive; null if there is none.' },
      count: { type: 'integer', about: 'Values in it.' },
    },
  },
  template: {
    kind: 'derived',
    word: { one: 'template', many: 'templates' },
    about: 'Templates of `event.template`. Mined anew by an import that adds new masked messages.',
    columns: {
      masked: { type: 'text', formerly: 'skeleton', about: 'A value of event.template: a message, masked.' },
      template: {
        type: 'string',
        about: 'The template: the message, `<*>` where it varies. Masked messages of one template share it.',
      },
    },
  },
  capture: {
    kind: 'record',
    about: 'One file that was read. UTC of a row is zero_ns + utc_offset_ns + ts.',
    columns: {
      id: { type: 'small', about: 'From 1, in the order read.' },
      name: { type: 'string', about: 'Base name; made unique by its folder if two files share it.' },
      path: { type: 'string', about: 'Path it was read from.' },
      format: { type: 'string', about: "The format's id." },
      format_version: { type: 'small', about: 'Version of the reader that read it.' },
      confidence: { type: 'string', about: 'Certainty of recognition (maybe, likely, yes), or `forced`.' },
      sha256: {
        type: 'string',
        nullable: true,
        about: 'Hash of the file on disk; null for files above 64 MiB.',
      },
      head_sha256: {
        type: 'string',
        nullable: true,
        about:
          'Hash of its first 4096 bytes, by which the file is recognised again. Null if it was read by a version without these hashes.',
      },
      tail_sha256: { type: 'string', nullable: true, about: 'Hash of its last 4096 bytes.' },
      bytes: { type: 'wide', unit: 'B', about: 'Size on disk.' },
      modified_ns: { type: 'wide', nullable: true, about: 'Time the file was last written, epoch ns.' },
      status: {
        type: 'string',
        about: 'complete, partial, empty (read to its end, without a row) or failed.',
      },
      reason: { type: 'string', nullable: true, about: 'Why it is not complete.' },
      unit: { type: 'string', about: 'Unit of the ledger: lines or bytes (after decompression).' },
      size: { type: 'wide', about: 'Lines or bytes in the file: used + blank + skipped.' },
      used: { type: 'wide', about: 'Understood.' },
      blank: { type: 'wide', about: 'Empty, or separators.' },
      skipped: { type: 'wide', formerly: 'stepped_over', about: 'Not understood.' },
      problems: { type: 'wide', about: 'Sum of problem.count.' },
      host: { type: 'string', nullable: true, about: 'The machine it was recorded on.' },
      os: { type: 'string', nullable: true, about: 'Operating system and release.' },
      arch: { type: 'string', nullable: true, about: 'Processor architecture.' },
      cpus: { type: 'small', nullable: true, about: 'CPUs of that machine.' },
      command: { type: 'string', nullable: true, about: 'Command line that recorded it.' },
      facts: {
        type: 'string',
        about: 'Everything else that it states about itself: a JSON object, including `frequency`.',
      },
      clock_domain: { type: 'string', about: 'utc, local, boot or none.' },
      zero_ns: { type: 'wide', about: 'Zero of ts, on that clock.' },
      utc_offset_ns: {
        type: 'wide',
        nullable: true,
        about: 'ns to add to reach UTC; null while unaligned.',
      },
      zone: { type: 'string', nullable: true, about: 'Zone its wall clock was read in.' },
      clock_source: {
        type: 'string',
        about:
          'Source of the times: row-times, line-times, report-times, epoch-seconds, run-start, run-seconds, boot-seconds, reference-time, captured-on, realtime, row-numbers or none.',
      },
      date_from: {
        type: 'string',
        nullable: true,
        about:
          'Source of the date of times of day: banner, header-epoch, file-time, set or unknown; null if times state it or need none.',
      },
      year_from: {
        type: 'string',
        nullable: true,
        about:
          'Source of the year of dates without one: header, file-name, other-lines, file-time, set or unknown; null if times state it or need none.',
      },
      order_assumed: {
        type: 'flag',
        about: 'Dates are read month first, although nothing in the file decides the order.',
      },
      zone_from: {
        type: 'string',
        nullable: true,
        about:
          'Source of the zone: stated, set, definition, abbreviation, some-lines, assumed (UTC), same-machine or same-time (see zone_by); null if none is needed.',
      },
      zone_by: { type: 'small', nullable: true, about: 'capture.id of the capture that suggests the zone.' },
      zone_by_name: { type: 'string', nullable: true, about: 'Name of that capture, once it is removed.' },
      start_from: {
        type: 'string',
        nullable: true,
        about:
          'Source of the start, if the file does not date it or is wrong: set, interval-set, pin, fit, session, connection, mention or threads (see start_by).',
      },
      start_by: {
        type: 'small',
        nullable: true,
        about: 'capture.id of the capture that suggests the start.',
      },
      start_by_name: { type: 'string', nullable: true, about: 'Name of that capture, once it is removed.' },
      shifted_ns: {
        type: 'wide',
        about: 'ns added to all times, by hand, by a pin or by a fit; 0: as read.',
      },
      drift_ppb: {
        type: 'wide',
        nullable: true,
        unit: 'ns/s',
        about:
          'ns that its times gain per second since its zero, against the times in its file; null: nothing.',
      },
      clock_precision_ns: {
        type: 'wide',
        nullable: true,
        about: 'Maximum error of its times if nothing about the clock is wrong; null if unknown.',
      },
      clock_as_read: {
        type: 'string',
        nullable: true,
        about: 'The clock before the user first changed it, as JSON; null if it was not changed.',
      },
      clock_guess: { type: 'flag', about: 'True if part of the clock is assumed.' },
      clock_error_ns: {
        type: 'wide',
        nullable: true,
        about:
          'Maximum error of its times; null if unknown: shifted or started by hand, or date, year or zone assumed.',
      },
      first_ts: { type: 'wide', nullable: true, about: 'Smallest ts of any row.' },
      last_ts: { type: 'wide', nullable: true, about: 'Largest ts (and end of duration) of any row.' },
      rows: {
        type: 'string',
        about: 'Number of rows in each table, without empty ones: a JSON object.',
      },
      imported_ns: { type: 'wide', about: 'Time it was read, epoch ns.' },
    },
  },
  problem: {
    kind: 'record',
    about: 'Problems: per code the first examples, each with the number of problems it stands for.',
    columns: {
      capture: { type: 'small', about: 'Which capture.' },
      code: { type: 'string', about: 'Stable code of the problem.' },
      severity: { type: 'string', about: 'notice, warning or error.' },
      line: { type: 'wide', nullable: true, about: 'Line in the file, from 1.' },
      offset: { type: 'wide', unit: 'B', about: 'Byte offset in the decompressed file.' },
      message: { type: 'string', about: 'What is wrong and what was done about it.' },
      example: { type: 'string', nullable: true, about: 'The first bytes it is about, as text.' },
      count: {
        type: 'wide',
        about: 'Number of problems with this code: on the first example of a code; the others have 0.',
      },
    },
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
type OfKind<K extends Table['kind']> = {
  [T in TableName]: (typeof tables)[T]['kind'] extends K ? T : never;
}[TableName];
/** Tables that parsers fill, row by row. */
export type RowTable = OfKind<'row'>;
export type DerivedTable = OfKind<'derived'>;

const ofKind = <K extends Table['kind']>(kind: K) =>
  (Object.keys(tables) as TableName[]).filter((table): table is OfKind<K> => tables[table].kind === kind);

export const rowTables: readonly RowTable[] = ofKind('row');
