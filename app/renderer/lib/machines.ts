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
    const ofHost = captures.filter(each => each.host === host);
    return {
      host,
      os: ofHost.find(({ os }) => os !== null)?.os ?? null,
      cpus: ofHost.find(({ cpus }) => cpus !== null)?.cpus ?? null,
      commands: [...new Set(ofHost.flatMap(({ command }) => command ?? []))],
    };
  });
}
