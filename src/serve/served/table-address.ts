import { isLoopbackHost } from './loopback-host.ts';

/** The URLs that a table is fetched from. */
export interface TableAddress {
  /**
   * The URL of the table, without user name and password. Its query may contain credentials, so neither `table` nor
   * `signature` is shown.
   */
  readonly table: string;
  /** The URL of the signature: `table` with `.jws` after the path. */
  readonly signature: string;
  /** The URL of the table without its query, for messages. */
  readonly shown: string;
  /** The Authorization header for the server. */
  readonly authorization?: string;
}

/** The text is not a valid URL of a table. The message does not repeat the text. */
export class TableAddressError extends Error {
  override readonly name = 'TableAddressError';
}

/** Whether a text is a URL rather than a file path. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** Parses the URL of a table. Plain HTTP is allowed only for this machine. Throws a TableAddressError. */
export function parseTableAddress(text: string): TableAddress {
  const url = URL.parse(text);
  if (!url) throw new TableAddressError('The address of the table is not a URL.');
  const isHere = url.protocol === 'http:' && isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !isHere)
    throw new TableAddressError('A table is fetched by https; plain http is for this machine alone.');
  const authorization = takeCredentials(url);
  url.hash = '';
  const signature = new URL(url);
  signature.pathname += '.jws';
  return {
    table: url.href,
    signature: signature.href,
    shown: url.origin + url.pathname,
    ...(authorization !== undefined && { authorization }),
  };
}

function takeCredentials(url: URL): string | undefined {
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
