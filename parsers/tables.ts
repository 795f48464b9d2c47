/**
 * The vocabulary: what a capture can hold, table by table, column by column.
 *
 * Plain data with prose; no SQL and no behaviour. Each table is declared once, and everything else follows from the
 * declaration: the types of rows that parsers give (`rows.ts`), the typed arrays they are written to, how they land,
 * the SQL schema and its views, spans, counts, exports, and the words for people.
 *
 * Four kinds of table:
 * - **interned**: each distinct row is stored once and others refer to it by its dense id (text, frame, stack, …); the
 *   workspace puts `id` in front;
 * - **row**: appended in the order read, never updated by an import (sample, event, metric, …); the workspace puts
 *   `capture` in front, and a view shows names instead of ids;
 * - **derived**: made by the workspace from other tables, again whenever captures come or go;
 * - **record**: a handful of rows that the workspace itself keeps (capture, problem).
 *
 * How rows are packed is the workspace's own affair (`workspace/packed.ts`).
 *
 * Time is integer nanoseconds since the capture's own zero (`capture.zero_ns` on the capture's clock), so that it fits
 * a JavaScript number exactly for 104 days; absolute times exist only as one 64-bit integer per capture.
 */

/**
 * How a value is held by parsers (typed array) and stored (DuckDB type).
 *
 * | type       | parsers | stored   | null in parsers | meaning |
 * |------------|---------|----------|-----------------|---------|
 * | `time`     | f64     | BIGINT   | NaN             | ns since the capture's zero: part of the capture's span |
 * | `duration` | f64     | BIGINT   | NaN             | ns from the row's `ts`: the span reaches to its end |
 * | `line`     | f64     | BIGINT   | NaN             | line of the file, from 1; parsers count from the part's start |
 * | `offset`   | f64     | BIGINT   | NaN             | byte of the file; parsers count from the part's start |
 * | `integer`  | f64     | BIGINT   | NaN             | exact up to 2^53 |
 * | `number`   | f64     | DOUBLE   | NaN             | |
 * | `small`    | i32     | INTEGER  | -1              | never negative (CPU number, pid, depth) |
 * | `flag`     | u8      | BOOLEAN  | not nullable    | |
 * | `address`  | bigint  | UBIGINT  | null            | frames only: exact to 64 bits |
 * | `numbers`  | f64[]   | DOUBLE[] | empty; a value: NaN | events only |
 * | `values`   | i32[]   | INTEGER[] | empty; a value: -1 | events only: ids in `text`, and whole numbers; stored as -1, too |
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

/** Word for one row, and for several, in texts for people. */
export interface Word {
  readonly one: string;
  readonly many: string;
}

export type Table =
  | (Declared & { readonly kind: 'interned' | 'record' })
  | (Declared & { readonly kind: 'derived'; readonly word: Word })
  /** `view`: name of the view that has names instead of ids. */
  | (Declared & { readonly kind: 'row'; readonly word: Word; readonly view: string });

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
          'A value of a field with many different values, stored without a look-up: another row may hold the same.',
      },
    },
  },
  frame: {
    kind: 'interned',
    about: 'One function as it appears in a stack.',
    columns: {
      symbol: { type: 'text', about: 'Function name without offset; `[unknown]` where there is none.' },
      module: {
        type: 'text',
        about: 'Module as the capture names it (full path); `[unknown]` where there is none.',
      },
      address: {
        type: 'address',
        nullable: true,
        about:
          'As the capture prints it, only where there is no symbol, so that symbols can be added later. perf prints an offset in the file of the module for user space, since Linux 4.20.',
      },
      offset: {
        type: 'address',
        nullable: true,
        unit: 'B',
        about:
          'Where the address is in the file of the module: only where there is no symbol, and the capture states it.',
      },
      build: {
        type: 'text',
        nullable: true,
        about:
          'By what symbols of the module can be found later: the id of its build, in hexadecimal, or the map that a compiler writes at run time. Only where the capture has no symbol; address and offset stay once one is found.',
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
        about: 'The name the capture gives (perf: the comm of the thread).',
      },
      pid: { type: 'small', nullable: true, about: 'Process id; null where the capture does not tell it.' },
      tid: { type: 'small', nullable: true, about: 'Thread id; null where the capture does not tell it.' },
    },
  },
  series: {
    kind: 'interned',
    about: 'One counter over time. Interned per capture.',
    columns: {
      capture: { type: 'small', about: 'The capture it came from.' },
      host: { type: 'text', nullable: true, about: 'The machine, where the capture names it.' },
      object: { type: 'text', about: 'What is measured: cpu, disk, network, memory, process, …' },
      instance: {
        type: 'text',
        nullable: true,
        about: 'Which of them: a CPU number, a device, a process; null when there is one.',
      },
      counter: { type: 'text', about: "The counter's name as the tool prints it." },
      unit: {
        type: 'text',
        nullable: true,
        about: 'Unit of the values (%, kB/s, ms, …); null when unknown.',
      },
      cumulative: { type: 'flag', about: 'A count that only grows: charts show its rate.' },
      meaning: {
        type: 'text',
        nullable: true,
        about:
          'What it measures, whatever the tool calls it, in the words of OpenTelemetry where it has one (system.disk.io_time); null when unknown.',
      },
      attributes: {
        type: 'text',
        nullable: true,
        about: 'Which part of its meaning: JSON, as {"cpu.mode":"idle"}; null without a meaning.',
      },
      factor: {
        type: 'number',
        nullable: true,
        about:
          'factor × value + addend is in the unit of the meaning; null without a meaning. Of rates: per second.',
      },
      addend: { type: 'number', nullable: true, about: 'See factor: 1 where the tool tells the complement.' },
      thread: {
        type: 'thread',
        nullable: true,
        about: 'The process, or the thread of one, that it is about; null for all others.',
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
          'JSON array of {key, type: "number" | "text", unit?, whole?, word?, inside?, role?} in the order of the fields. A text with `word` is that word of the message, from 1, and one with `inside` what stands in the message between these two characters: they are in no list. `role` is what the field is to what the event says: switch.next.tid, wakeup.tid, …',
      },
    },
  },
  sample: {
    kind: 'row',
    word: { one: 'sample', many: 'samples' },
    view: 'samples',
    about: 'A moment at which a profiler looked, and the stack it saw.',
    columns: {
      ts: { type: 'time', nullable: true, about: 'When; null where the capture has no time.' },
      cpu: { type: 'small', nullable: true, about: 'On which CPU.' },
      thread: { type: 'thread', nullable: true, about: 'Which thread ran.' },
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
        about: 'How many events (cycles, ns, …) the row stands for, in all.',
      },
      stack: { type: 'stack', nullable: true, about: 'The leaf; null where no stack was recorded.' },
    },
  },
  event: {
    kind: 'row',
    word: { one: 'event', many: 'events' },
    view: 'events',
    about:
      'Anything with a text at a moment: log lines, tracepoints, system calls. A slice is an event with a duration.',
    columns: {
      id: { type: 'integer', about: 'Tells it from all others, until a capture is removed.' },
      ts: { type: 'time', nullable: true, about: 'When it began; null where no time could be read.' },
      duration: { type: 'duration', nullable: true, about: 'How long it took, for slices.' },
      kind: {
        type: 'text',
        about: 'Event type: the tracepoint (sched:sched_switch), `log`, the system call …',
      },
      thread: { type: 'thread', nullable: true, about: 'Who.' },
      cpu: { type: 'small', nullable: true, about: 'On which CPU.' },
      level: { type: 'text', nullable: true, about: 'fatal, error, warning, notice, info, debug or trace.' },
      component: { type: 'text', nullable: true, about: 'Logger, subsystem, program or unit that wrote it.' },
      template: {
        type: 'text',
        nullable: true,
        about: 'The message with what is surely variable masked; its template is in `template`.',
      },
      message: {
        type: 'bytes',
        nullable: true,
        about: 'The text, without what the other columns already say.',
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
        about: 'First line of the record in its file, from 1. Of binary files: which record it is.',
      },
      lines: { type: 'small', nullable: true, about: 'How many lines the record takes.' },
      offset: {
        type: 'offset',
        nullable: true,
        unit: 'B',
        about: 'Where the record starts in the decompressed file.',
      },
    },
  },
  metric: {
    kind: 'row',
    word: { one: 'point', many: 'points' },
    view: 'metrics',
    about: 'One value of a series. Missing is missing, never 0: a cell without a value makes no row.',
    columns: {
      series: { type: 'series', about: 'Which series.' },
      ts: {
        type: 'time',
        nullable: true,
        about: 'End of the interval it speaks for; null while the capture has no clock.',
      },
      value: { type: 'number', about: 'The value in the unit of its series.' },
      row: {
        type: 'small',
        about: 'Which sample of the file, from 0: places values whose file has no clock.',
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
      'What a thread was doing, from a moment on and for how long. Derived from switches and wake-ups, where the capture does not state it: then every thread has exactly one state at any time between the first and the last of them.',
    columns: {
      thread: { type: 'thread', about: 'Which thread.' },
      cpu: { type: 'small', nullable: true, about: 'Where it ran; of ready: where it ran next.' },
      ts: { type: 'time', about: 'When it began.' },
      duration: {
        type: 'duration',
        nullable: true,
        about: 'How long it lasted, at most to the end of what was recorded; null where that is not known.',
      },
      state: {
        type: 'text',
        about:
          'running, ready, waiting; unknown: before the first event of a thread, and where a switch was not recorded.',
      },
      reason: {
        type: 'text',
        nullable: true,
        about:
          'What it waited for (and in which system call), why it was ready, or why the state is unknown.',
      },
      stack: { type: 'stack', nullable: true, about: 'Where it stopped running.' },
      waker: { type: 'thread', nullable: true, about: 'Which thread ended the wait.' },
    },
  },
  histogram: {
    kind: 'row',
    word: { one: 'histogram bucket', many: 'histogram buckets' },
    view: 'histograms',
    about: 'One bucket of a histogram of a series: how many values from `low` to below `high`.',
    columns: {
      series: { type: 'series', about: 'Which series: its unit is that of the bounds.' },
      ts: { type: 'time', nullable: true, about: 'End of the interval it speaks for; null without a clock.' },
      low: { type: 'number', nullable: true, about: 'Lower bound, inclusive; null where there is none.' },
      high: { type: 'number', nullable: true, about: 'Upper bound, exclusive; null where there is none.' },
      count: { type: 'integer', about: 'Values in it.' },
    },
  },
  template: {
    kind: 'derived',
    word: { one: 'template', many: 'templates' },
    about: 'What `event.template` stands for. Made anew by an import that brings messages of new kinds.',
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
      name: { type: 'string', about: 'Base name; made unique by its folder where two files share it.' },
      path: { type: 'string', about: 'Where it was read from.' },
      format: { type: 'string', about: "The format's id." },
      format_version: { type: 'small', about: 'Version of the reader that read it.' },
      confidence: { type: 'string', about: 'How sure recognition was (maybe, likely, yes), or `forced`.' },
      sha256: {
        type: 'string',
        nullable: true,
        about: 'Of the file as it lay on disk; null for files above 64 MiB.',
      },
      head_sha256: {
        type: 'string',
        nullable: true,
        about:
          'Of its first 4096 bytes: by these a file is known again. Null where it was read before they were kept.',
      },
      tail_sha256: { type: 'string', nullable: true, about: 'Of its last 4096 bytes.' },
      bytes: { type: 'wide', unit: 'B', about: 'Size on disk.' },
      modified_ns: { type: 'wide', nullable: true, about: 'When the file was last written, epoch ns.' },
      status: { type: 'string', about: 'complete, partial or failed.' },
      reason: { type: 'string', nullable: true, about: 'Why it is not complete.' },
      unit: { type: 'string', about: 'What the ledger counts: lines or bytes (after decompression).' },
      size: { type: 'wide', about: 'Lines or bytes in the file: used + blank + skipped.' },
      used: { type: 'wide', about: 'Understood.' },
      blank: { type: 'wide', about: 'Empty, or separators.' },
      skipped: { type: 'wide', formerly: 'stepped_over', about: 'Not understood.' },
      problems: { type: 'wide', about: 'Sum of problem.count.' },
      host: { type: 'string', nullable: true, about: 'The machine it was taken on.' },
      os: { type: 'string', nullable: true, about: 'Operating system and release.' },
      arch: { type: 'string', nullable: true, about: 'Processor architecture.' },
      cpus: { type: 'small', nullable: true, about: 'CPUs of that machine.' },
      command: { type: 'string', nullable: true, about: 'Command line that took it.' },
      facts: {
        type: 'string',
        about: 'Everything else it states of itself: a JSON object, `frequency` among it.',
      },
      clock_domain: { type: 'string', about: 'utc, local, boot or none.' },
      zero_ns: { type: 'wide', about: 'What ts counts from, on that clock.' },
      utc_offset_ns: {
        type: 'wide',
        nullable: true,
        about: 'What to add to reach UTC; null while unaligned.',
      },
      zone: { type: 'string', nullable: true, about: 'Zone its wall clock was read in.' },
      clock_source: {
        type: 'string',
        about:
          'What tells the time: row-times, line-times, report-times, epoch-seconds, run-start, run-seconds, boot-seconds, reference-time, captured-on, realtime, row-numbers or none.',
      },
      date_from: {
        type: 'string',
        nullable: true,
        about:
          'Where the date of times of day comes from: banner, header-epoch, file-time, set or unknown; null where times state it or need none.',
      },
      year_from: {
        type: 'string',
        nullable: true,
        about:
          'Where the year of dates without one comes from: header, file-name, other-lines, file-time, set or unknown; null where times state it or need none.',
      },
      order_assumed: {
        type: 'flag',
        about: 'Dates are read month first, which nothing in the file decides.',
      },
      zone_from: {
        type: 'string',
        nullable: true,
        about:
          'How the zone is known: stated, set, definition, abbreviation, some-lines, assumed (UTC), same-machine or same-time (see zone_by); null where none is needed.',
      },
      zone_by: { type: 'small', nullable: true, about: 'capture.id of the capture that suggests the zone.' },
      zone_by_name: { type: 'string', nullable: true, about: 'What that was called, once it is removed.' },
      start_from: {
        type: 'string',
        nullable: true,
        about:
          'How the start is known where the file does not date it, or is wrong: set, interval-set, pin, fit, session, connection, mention or threads (see start_by).',
      },
      start_by: {
        type: 'small',
        nullable: true,
        about: 'capture.id of the capture that suggests the start.',
      },
      start_by_name: { type: 'string', nullable: true, about: 'What that was called, once it is removed.' },
      shifted_ns: { type: 'wide', about: 'What a person added to all times; 0: as read.' },
      drift_ppb: {
        type: 'wide',
        nullable: true,
        unit: 'ns/s',
        about: 'What its times gain in each second since its zero, against those of its file; null: nothing.',
      },
      clock_precision_ns: {
        type: 'wide',
        nullable: true,
        about: 'How far off its times may be where nothing about the clock is wrong; null when unknown.',
      },
      clock_as_read: {
        type: 'string',
        nullable: true,
        about: 'The clock before a person first set anything of it, as JSON; null while nobody has.',
      },
      clock_guess: { type: 'flag', about: 'Something about the clock is assumed.' },
      clock_error_ns: {
        type: 'wide',
        nullable: true,
        about:
          'How far off its times may be; null when unknown: shifted or started by hand, or date, year or zone assumed.',
      },
      first_ts: { type: 'wide', nullable: true, about: 'Smallest ts of any row.' },
      last_ts: { type: 'wide', nullable: true, about: 'Largest ts (and end of duration) of any row.' },
      rows: {
        type: 'string',
        about: 'How many rows it has in each table that it has rows in: a JSON object.',
      },
      imported_ns: { type: 'wide', about: 'When it was read, epoch ns.' },
    },
  },
  problem: {
    kind: 'record',
    about: 'What was not understood: per code the first examples, each with what it stands for.',
    columns: {
      capture: { type: 'small', about: 'Which capture.' },
      code: { type: 'string', about: 'Stable name of what went wrong.' },
      severity: { type: 'string', about: 'notice, warning or error.' },
      line: { type: 'wide', nullable: true, about: 'Line in the file, from 1.' },
      offset: { type: 'wide', unit: 'B', about: 'Byte offset in the decompressed file.' },
      message: { type: 'string', about: 'What is wrong and what was done about it.' },
      example: { type: 'string', nullable: true, about: 'The first bytes it is about, as text.' },
      count: {
        type: 'wide',
        about: 'How often this code occurred: on the first example of a code; the others say 0.',
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
