import type { CaptureInfo } from '../../contract.ts';

export interface Machine {
  readonly host: string;
  readonly os: string | null;
  readonly cpus: number | null;
  /** Commands that took the captures. */
  readonly commands: readonly string[];
}

type Origin = Pick<CaptureInfo, 'host' | 'os' | 'cpus' | 'command'>;

/** The hosts that captures name, each with what any of its captures says about it. */
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
