/** The source of telemetry: an OTLP resource with its attributes. */
import { type CaptureFacts, type None, none, type Output, type TextId, type ThreadId } from '../contract.ts';
import type { Attributes } from './values.ts';

/** Attributes that describe the process and its runtime at length, and repeat with every resource. */
const aside = /^(?:service\.name$|process\.|telemetry\.|os\.|host\.(?:arch|id|image|type|cpu)|webengine\.)/;

/** Attributes that identify an instance of a service: the first one present is used. */
const instanceKeys = ['k8s.pod.name', 'container.name', 'container.id', 'service.instance.id'] as const;

export class Resource {
  readonly service: string | null;
  readonly host: string | null;
  readonly pid: number;
  /** Identifies it among instances of its service, if its pid does not. */
  readonly instance: string | null;
  /** Attributes that become fields of its events. */
  readonly labels: Attributes;
  private readonly process: TextId | None;
  private readonly threads = new Map<number, ThreadId>();

  constructor(
    private readonly out: Output,
    readonly attributes: Attributes,
  ) {
    const text = (key: string): string | null => {
      const value = this.attributes.get(key);
      return value === undefined || value === '' ? null : String(value);
    };
    this.service = text('service.name');
    this.host = text('host.name');
    const pid = this.attributes.get('process.pid');
    this.pid = typeof pid === 'number' && pid >= 0 && pid < 2 ** 31 ? Math.floor(pid) : -1;
    const instance = instanceKeys.map(text).find(each => each !== null) ?? null;
    this.instance = this.pid >= 0 ? null : instance;
    this.labels = new Map([...this.attributes].filter(([key]) => !aside.test(key)));
    const name = this.service ?? text('process.executable.name');
    this.process = name === null ? none : out.string(name);
  }

  thread(tid: number): ThreadId | None {
    if (this.process === none && this.pid < 0 && tid < 0) return none;
    let thread = this.threads.get(tid);
    if (thread === undefined) {
      thread = this.out.thread(this.process, this.pid, tid);
      if (this.threads.size < 1 << 16) this.threads.set(tid, thread);
    }
    return thread;
  }

  get facts(): CaptureFacts {
    const text = (...keys: string[]) =>
      keys.map(key => this.attributes.get(key)).find(each => each !== undefined);
    const sdk = ['telemetry.sdk.name', 'telemetry.sdk.language', 'telemetry.sdk.version'].map(key =>
      text(key),
    );
    const os = text('os.description', 'os.type');
    const arch = text('host.arch');
    return {
      ...(this.host !== null && { host: this.host }),
      ...(os !== undefined && { os: String(os) }),
      ...(arch !== undefined && { arch: String(arch) }),
      ...(sdk[0] !== undefined && { other: { sdk: sdk.filter(each => each !== undefined).join(' ') } }),
    };
  }
}

/** Maximum number of cached resources: a document has one per service, and many documents have the same ones. */
const maxResources = 1 << 12;

/** The resources of a capture by their text. The first one also describes the capture. */
export class Resources {
  private readonly known = new Map<string, Resource>();

  constructor(private readonly out: Output) {}

  /** @param attributes called for a text that is not cached; null if it is no resource */
  of(text: string, attributes: () => Attributes): Resource;
  of(text: string, attributes: () => Attributes | null): Resource | null;
  of(text: string, attributes: () => Attributes | null): Resource | null {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const found = attributes();
    if (found === null) return null;
    const resource = new Resource(this.out, found);
    if (this.known.size === 0) this.out.about(resource.facts);
    if (this.known.size >= maxResources) this.known.clear();
    this.known.set(text, resource);
    return resource;
  }
}
