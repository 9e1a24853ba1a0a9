import { listenerHostPattern } from '#compiler/declaration/parts/listener-limits.ts';
import { CommandError } from '../command-error.ts';

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** Reads `HOST:PORT`, in which the host may be in brackets. Throws a CommandError that names the option. */
export function parseHostAndPort(text: string, option: string): HostAndPort {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]*)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const port = Number(digits);
  if (new RegExp(listenerHostPattern).test(host) && port <= 65535) return { host, port };
  throw new CommandError(
    `${JSON.stringify(text)} is not a host and a port.`,
    `--${option} takes an address such as 127.0.0.1:18000 or [::]:18000.`,
  );
}
