import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The addresses that the gateway does not call unless `upstreams.forbidden` lists others: link-local addresses, and the
 * services of clouds that give credentials to whoever asks from inside.
 */
const usuallyForbidden: readonly string[] = [
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.com',
  'metadata.azure.internal',
  'instance-data.ec2.internal',
];

/** A host and a port that an endpoint may have. */
export interface UpstreamAddress {
  /** In the spelling of `readHost`. */
  readonly host: string;
  readonly port: number;
}

interface Entry {
  readonly written: string;
  readonly matches: (host: string) => boolean;
  /** Undefined for all ports. */
  readonly port: number | undefined;
}

/** Addresses that the gateway must not call. */
export class ForbiddenUpstreams {
  readonly #entries: readonly Entry[];

  /** Entries that are not valid are ignored: lint reports them. */
  constructor(written: readonly string[] = usuallyForbidden) {
    this.#entries = written.flatMap((one) => readEntry(one) ?? []);
  }

  /** The first entry that an address matches, as it is written. */
  find({ host, port }: UpstreamAddress): string | undefined {
    const spellings = spellingsOf(host);
    const found = this.#entries.find(
      (entry) => (entry.port ?? port) === port && spellings.some((one) => entry.matches(one)),
    );
    return found?.written;
  }
}

/** Whether an entry of `upstreams.forbidden` is a CIDR block, or an IP address or a host with or without a port. */
export function isForbiddenEntry(written: string): boolean {
  return readEntry(written) !== undefined;
}

/** The address of a URL; undefined if the text is not a URL of http or https. */
export function readUpstreamAddress(text: string): UpstreamAddress | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const otherwise = url.protocol === 'http:' ? 80 : 443;
  return { host: readHost(url.hostname), port: url.port === '' ? otherwise : Number(url.port) };
}

/** Whether a host is this machine, in any spelling; the unspecified addresses lead there too. */
export function isThisMachine(host: string): boolean {
  return spellingsOf(host).some(
    (one) => (isIPv4(one) && /^(127\.|0\.0\.0\.0$)/.test(one)) || /^(::1?|(.+\.)?localhost)$/.test(one),
  );
}

/** A host of a URL without brackets and without the dot of the root. */
function readHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function readEntry(written: string): Entry | undefined {
  const [address = '', length, ...rest] = written.split('/');
  if (length !== undefined) {
    const isRead = rest.length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= bitsOf(address);
    return isRead ? { written, matches: matchesBlock(address, Number(length)), port: undefined } : undefined;
  }
  const [, port] = isIPv6(written) ? [] : (/:(\d{1,5})$/.exec(written) ?? []);
  const named = port === undefined ? written : written.slice(0, -port.length - 1);
  const host = readName(isIPv6(named) ? `[${named}]` : named);
  if (host === undefined || Number(port ?? 0) > 65_535) return undefined;
  const matches = bitsOf(host) > 0 ? matchesBlock(host, bitsOf(host)) : (other: string) => other === host;
  return { written, matches, port: port === undefined ? undefined : Number(port) };
}

function readName(text: string): string | undefined {
  if (/[\s/?#@\\*]/.test(text) || text === '') return undefined;
  const url = URL.parse(`http://${text}`);
  return url && url.port === '' && !/:\d*$/.test(text.replace(/^\[.*\]/, ''))
    ? readHost(url.hostname)
    : undefined;
}

function bitsOf(address: string): number {
  return isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
}

function matchesBlock(address: string, length: number): (host: string) => boolean {
  const list = new BlockList();
  list.addSubnet(address, length, isIPv6(address) ? 'ipv6' : 'ipv4');
  return (host) => bitsOf(host) > 0 && list.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}

/** A host, and the IPv4 address that an IPv6 address stands for: mapped, compatible, by NAT64 or by 6to4. */
function spellingsOf(host: string): readonly string[] {
  if (!isIPv6(host)) return [host];
  const groups = groupsOf(host);
  const start = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':');
  const carried = /^(0:0:0:0:0:(0|ffff)|0:0:0:0:ffff:0|64:ff9b:0:0:0:0)$/.test(start)
    ? groups.slice(6)
    : groups[0] === 0x20_02
      ? groups.slice(1, 3)
      : [];
  const [high = 0, low = 0] = carried;
  // The addresses :: and ::1 are not IPv4 addresses.
  if (carried.length === 0 || (high === 0 && low < 2)) return [host];
  return [host, [high >> 8, high & 255, low >> 8, low & 255].join('.')];
}

/** The eight numbers of an IPv6 address, in the spelling of URLs: hexadecimal, with one `::` at most. */
function groupsOf(address: string): readonly number[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [before = '', after] = readHost(hostname).split('::');
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(before), read(after ?? '')];
  const zeros = after === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: zeros }, () => 0), ...last];
}
