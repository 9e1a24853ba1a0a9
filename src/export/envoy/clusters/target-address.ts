/** The parts of an upstream's URL. */
export interface TargetAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The value of the Host header. */
  readonly host: string;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** The path before the resource path; empty at the root. */
  readonly basePath: string;
  readonly isTls: boolean;
}

/** Reads an absolute URL of the scheme http or https. */
export function readTargetAddress(url: string): TargetAddress {
  const { origin, host, hostname, port, pathname, protocol } = new URL(url);
  const isTls = protocol === 'https:';
  return {
    origin,
    host,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (isTls ? 443 : 80),
    basePath: pathname.replace(/\/$/, ''),
    isTls,
  };
}

/** Whether a host is an IPv4 or IPv6 address and not a name. */
export function isIpAddress(hostname: string): boolean {
  return hostname.includes(':') || /^\d+(?:\.\d+){3}$/.test(hostname);
}
