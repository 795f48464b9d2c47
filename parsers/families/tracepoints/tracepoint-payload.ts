/**
 * Parses the text of a tracepoint into fields. Most tracepoints print `key=value`, and system calls print `key:
 * 0xvalue`. Tracepoints that print values without keys are listed here, with the field names of their `format` files in
 * the kernel.
 */
import type { FieldType } from '../../contract.ts';

export interface Field {
  readonly type: FieldType;
  readonly value: number | string;
}

/** Tracepoints whose text needs more than `key=value`. Named groups are fields. */
const patterns: ReadonlyMap<string, readonly RegExp[]> = new Map(
  Object.entries({
    sched_switch: [
      /^prev_comm=(?<prev_comm>.*) prev_pid=(?<prev_pid>\d+) prev_prio=(?<prev_prio>-?\d+) prev_state=(?<prev_state>\S+) ==> next_comm=(?<next_comm>.*) next_pid=(?<next_pid>\d+) next_prio=(?<next_prio>-?\d+)$/,
      /^(?<prev_comm>.*):(?<prev_pid>\d+) \[(?<prev_prio>-?\d+)\] (?<prev_state>\S+) ==> (?<next_comm>.*):(?<next_pid>\d+) \[(?<next_prio>-?\d+)\]$/,
    ],
    sched_wakeup: [/^(?<comm>.*):(?<pid>\d+) \[(?<prio>-?\d+)\].* CPU:(?<target_cpu>\d+)$/],
    block_rq_issue: [
      /^(?<dev>\d+,\d+) (?<rwbs>\S*) (?<bytes>\d+) \((?<cmd>.*?)\) (?<sector>\d+) \+ (?<nr_sector>\d+)(?: (?<ioprio>\S+))? \[(?<comm>.*)\]$/,
    ],
    block_rq_complete: [
      /^(?<dev>\d+,\d+) (?<rwbs>\S*) \((?<cmd>.*?)\) (?<sector>\d+) \+ (?<nr_sector>\d+)(?: (?<ioprio>\S+))? \[(?<error>-?\d+)\]$/,
    ],
    block_bio_queue: [/^(?<dev>\d+,\d+) (?<rwbs>\S*) (?<sector>\d+) \+ (?<nr_sector>\d+) \[(?<comm>.*)\]$/],
    block_bio_remap: [
      /^(?<dev>\d+,\d+) (?<rwbs>\S*) (?<sector>\d+) \+ (?<nr_sector>\d+) <- \((?<old_dev>\d+,\d+)\) (?<old_sector>\d+)$/,
    ],
    sys_enter: [/^NR (?<id>-?\d+) \((?<args>.*)\)$/],
    sys_exit: [/^NR (?<id>-?\d+) = (?<ret>-?\d+)$/],
  }),
);

const samePatternAs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sched_wakeup_new: 'sched_wakeup',
    sched_waking: 'sched_wakeup',
    block_rq_insert: 'block_rq_issue',
    block_rq_merge: 'block_rq_issue',
    block_rq_requeue: 'block_rq_complete',
    block_rq_error: 'block_rq_complete',
    block_bio_frontmerge: 'block_bio_queue',
    block_bio_backmerge: 'block_bio_queue',
    block_getrq: 'block_bio_queue',
  }),
);

const units: Readonly<Record<string, string>> = { bytes: 'B' };

/** Keys whose values are always text, even if one looks like a number: a thread may be called `42`. */
const alwaysText = /comm$|^(?:old_)?dev$|name$|state$|^rwbs$|^cmd$|^args$|^ioprio$|^filename$/;

/** A branch of a processor trace: `call  addr from (module) => addr to (module)`. */
const branch =
  /^(?<flags>(?:\w+ )*\w+)?\s*\b[0-9a-f]+ (?<from>.+? \([^()]*\)|\[unknown\].*?) => +[0-9a-f]+ (?<to>.+)$/;

/**
 * The fields of a payload, in the order printed; empty if it cannot be split into fields.
 *
 * @param event with its system or without, as the tool prints it
 */
export function parsePayload(event: string, payload: string): readonly Field[] {
  const name = event.slice(event.indexOf(':') + 1);
  for (const pattern of patterns.get(name) ?? patterns.get(samePatternAs.get(name) ?? '') ?? []) {
    const groups = pattern.exec(payload)?.groups;
    if (groups !== undefined) return fromGroups(groups);
  }
  if (name.startsWith('sys_exit_')) return fromReturn(payload);
  if (event.startsWith('branches')) return fromGroups(branch.exec(payload)?.groups ?? {});
  const pairs = fromPairs(payload);
  return pairs.length > 0 ? pairs : fromArguments(payload);
}

function fromGroups(groups: Record<string, string | undefined>): readonly Field[] {
  const fields: Field[] = [];
  for (const [key, value] of Object.entries(groups)) if (value !== undefined) fields.push(field(key, value));
  return fields;
}

/**
 * Parses `key=value …`. A value extends to the next key, without separators such as `,` and `==>` before it;
 * a string of a probe is in quotes and may hold anything.
 */
function fromPairs(payload: string): readonly Field[] {
  const keys = [
    ...payload.matchAll(/(?:^|[\s,({|])([A-Za-z_][\w.]*)=(?:"((?:[^"\\]|\\.)*)"(?=[\s,)}]|$))?/g),
  ];
  const seen = new Set<string>();
  const fields: Field[] = [];
  keys.forEach((match, index) => {
    const [whole, key = '', quoted] = match;
    if (seen.has(key)) return;
    seen.add(key);
    if (quoted !== undefined) {
      fields.push({ type: { key, type: 'text' }, value: quoted });
      return;
    }
    const end = keys[index + 1]?.index ?? payload.length;
    const value = payload
      .slice(match.index + whole.length, end)
      .replace(/(?:[\s,]|[=-]{1,8}>|[({|]){1,64}$/, '');
    fields.push(field(key, value));
  });
  return fields;
}

/** Parses arguments of system calls: `fd: 0x00000003, buf: 0x7ffd…, count: 0x00000010`. */
function fromArguments(payload: string): readonly Field[] {
  if (!/^\w+: (?:0x[0-9a-f]+|"|-?\d)/i.test(payload)) return [];
  const seen = new Set<string>();
  const fields: Field[] = [];
  for (const [, key = '', value = ''] of payload.matchAll(
    /(?<!\w)(\w+): (0x[0-9a-f]+|-?\d+|"(?:[^"\\]|\\.)*")/gi,
  )) {
    if (seen.has(key)) continue;
    seen.add(key);
    fields.push(field(key, value.startsWith('"') ? value.slice(1, -1) : value));
  }
  return fields;
}

/** Parses `0xfffffffffffffff2`: an error is a small negative number printed as unsigned. */
function fromReturn(payload: string): readonly Field[] {
  if (!/^0x[0-9a-f]{1,16}$/i.test(payload)) return fromPairs(payload);
  const signed = BigInt.asIntN(64, BigInt(payload));
  return [field('ret', signed < 0n ? String(signed) : payload)];
}

/** A field: a number if a double holds it exactly, else text. */
function field(key: string, text: string): Field {
  if (!alwaysText.test(key)) {
    const [, digits, unit] = /^(-?\d+(?:\.\d+)?|0x[0-9a-f]+)(?: ?\[(\w+)\]|(%|[num]?s))?$/i.exec(text) ?? [];
    const value = Number(digits ?? Number.NaN);
    const exact = digits !== undefined && (digits.includes('.') || Number.isSafeInteger(value));
    const fieldUnit = unit ?? units[key];
    if (exact)
      return {
        type: { key, type: 'number', ...(fieldUnit === undefined ? {} : { unit: fieldUnit }) },
        value,
      };
  }
  return { type: { key, type: 'text' }, value: text };
}
