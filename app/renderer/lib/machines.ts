import type { CaptureInfo } from '../../contract.ts';

export interface Machine {
  readonly host: string;
  readonly os: string | null;
  readonly cpus: number | null;
  /** Commands that recorded the captures. */
  readonly commands: readonly string[];
}

type Origin = Pick<CaptureInfo, 'host' | 'os' | 'cpus' | 'command'>;

/** The hosts of the captures, each with the facts from all of its captures. */
export function machinesOf(captures: readonly Origin[]): Machine[] {
  const hosts = [...new Set(captures.flatMap(({ host }) => host ?? []))];
  return hosts.map(host => {
    const own = captures.filter(each => each.host === host);
    return {
      host,
      os: own.find(({ os }) => os !== null)?.os ?? null,
      cpus: own.find(({ cpus }) => cpus !== null)?.cpus ?? null,
      commands: [...new Set(own.flatMap(({ command }) => command ?? []))],
    };
  });
}
