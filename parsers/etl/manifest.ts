/** Manifests that .NET event sources write into their traces: XML documents that describe the events of a provider. */
import { unescaped } from '../kit/xml.ts';
import { kindOf } from './metadata.ts';
import { type EventDef, type Field, In, Out, type ValueMap } from './schema.ts';

export interface ManifestEvent {
  readonly id: number;
  readonly version: number;
  readonly def: EventDef;
}

export interface Manifest {
  readonly guid: string;
  readonly name: string;
  readonly events: readonly ManifestEvent[];
}

const inTypes: Readonly<Record<string, number>> = {
  UnicodeString: In.Wide,
  AnsiString: In.Narrow,
  Int8: In.I8,
  UInt8: In.U8,
  Int16: In.I16,
  UInt16: In.U16,
  Int32: In.I32,
  UInt32: In.U32,
  Int64: In.I64,
  UInt64: In.U64,
  Float: In.F32,
  Double: In.F64,
  Boolean: In.Bool,
  Binary: In.Binary,
  GUID: In.Guid,
  Pointer: In.Pointer,
  FILETIME: In.FileTime,
  SYSTEMTIME: In.SystemTime,
  SID: In.Sid,
  HexInt32: In.Hex32,
  HexInt64: In.Hex64,
};

const outTypes: Readonly<Record<string, number>> = {
  'win:HexInt8': 16,
  'win:HexInt16': 17,
  'win:HexInt32': 18,
  'win:HexInt64': 19,
  'xs:boolean': Out.Bool,
  'win:Port': Out.Port,
  'win:IPv4': Out.Ip4,
  'win:IPv6': Out.Ip6,
  'xs:string': Out.None,
};

type Attributes = ReadonlyMap<string, string>;

interface Tag {
  readonly name: string;
  readonly attributes: Attributes;
  readonly isClosing: boolean;
}

/** Tags of a manifest, in linear time. Manifests of .NET are generated, without comments and CDATA; other text is skipped. */
function* tagsOf(xml: string): Generator<Tag> {
  let open = xml.indexOf('<');
  while (open >= 0) {
    const close = xml.indexOf('>', open);
    if (close < 0) return;
    let next = xml.indexOf('<', open + 1);
    while (next >= 0 && next < close) {
      open = next;
      next = xml.indexOf('<', open + 1);
    }
    const tag = tagOf(xml.slice(open + 1, close));
    if (tag !== null) yield tag;
    open = next;
  }
}

function tagOf(text: string): Tag | null {
  const name = /^\/?[\w:]+/.exec(text)?.[0];
  if (name === undefined) return null;
  const attributes = new Map<string, string>();
  for (const [, key, double, single] of text.matchAll(/(?<![\w:])([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes.set(key!, unescaped(double ?? single ?? ''));
  return { name: name.replace(/^\//, ''), attributes, isClosing: name.startsWith('/') };
}

/** null if the document has no provider with a GUID. */
export function parseManifest(xml: string): Manifest | null {
  let guid = '';
  let name = '';
  const tasks = new Map<string, { name: string; value: number }>();
  const opcodes = new Map<string, string>();
  const templates = new Map<string, { fields: Attributes[] }>();
  const maps = new Map<string, { values: Map<number, string>; isBits: boolean }>();
  const strings = new Map<string, string>();
  const events: Attributes[] = [];
  let template: { fields: Attributes[] } | null = null;
  let map: { values: Map<number, string>; isBits: boolean } | null = null;
  for (const { name: tag, attributes, isClosing } of tagsOf(xml)) {
    const get = (key: string) => attributes.get(key) ?? '';
    if (isClosing) {
      if (tag === 'template') template = null;
      continue;
    }
    if (tag === 'provider') {
      guid ||= get('guid').replace(/[{}]/g, '').toLowerCase();
      name ||= get('name');
    } else if (tag === 'task') tasks.set(get('name'), { name: get('name'), value: Number(get('value')) });
    else if (tag === 'opcode') opcodes.set(get('name'), get('name'));
    else if (tag === 'template') {
      template = { fields: [] };
      templates.set(get('tid'), template);
    } else if (tag === 'data') template?.fields.push(attributes);
    else if (tag === 'valueMap' || tag === 'bitMap') {
      map = { values: new Map(), isBits: tag === 'bitMap' };
      maps.set(get('name'), map);
    } else if (tag === 'map') map?.values.set(Number(get('value')), get('message'));
    else if (tag === 'string') strings.set(get('id'), get('value'));
    else if (tag === 'event') events.push(attributes);
  }
  if (guid === '') return null;
  const fieldsOf = fieldReader({ templates, maps, strings });
  return {
    guid,
    name,
    events: events.map(event => {
      const get = (key: string) => event.get(key) ?? '';
      const id = Number(get('value'));
      return {
        id,
        version: Number(event.get('version') ?? 0),
        def: {
          kind: kindOf(name || guid, tasks.get(get('task'))?.name ?? '', get('opcode'), id),
          provider: name || guid,
          fields: fieldsOf(get('template')),
          isNamed: true,
        },
      };
    }),
  };
}

interface Declared {
  readonly templates: ReadonlyMap<string, { readonly fields: readonly Attributes[] }>;
  readonly maps: ReadonlyMap<
    string,
    { readonly values: ReadonlyMap<number, string>; readonly isBits: boolean }
  >;
  readonly strings: ReadonlyMap<string, string>;
}

/** Reads the fields of a template, with the words of their values. */
function fieldReader({ templates, maps, strings }: Declared): (tid: string) => Field[] {
  const resolved = (message: string) => {
    const id = /^\$\(string\.(.+)\)$/.exec(message)?.[1];
    return id === undefined ? message : (strings.get(id) ?? id);
  };
  const mapOf = (key: string): ValueMap | null => {
    const found = maps.get(key);
    if (found === undefined) return null;
    return {
      isBits: found.isBits,
      names: new Map([...found.values].map(([value, text]) => [value, resolved(text)])),
    };
  };
  return (tid: string): Field[] => {
    const data = templates.get(tid)?.fields ?? [];
    const index = (key: string) => data.findIndex(each => each.get('name') === key);
    return data.map(each => {
      const type = (each.get('inType') ?? '').replace(/^win:/, '');
      const sized = (key: string): number | { field: number } | null => {
        const value = each.get(key);
        if (value === undefined) return null;
        return /^\d+$/.test(value) ? Number(value) : { field: index(value) };
      };
      return {
        name: each.get('name') ?? '',
        in: inTypes[type] ?? In.HexDump,
        out: outTypes[each.get('outType') ?? ''] ?? 0,
        count: sized('count') ?? 1,
        length: sized('length') ?? 0,
        map: mapOf(each.get('map') ?? ''),
        members: null,
      };
    });
  };
}
