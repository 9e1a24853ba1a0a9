import { posix } from 'node:path';
import { isLoopbackUrl } from '#compiler/workspace/urls/url.ts';
import { FetchError, type FetchedFile, fetchFile, type ProxyEnv } from '#platform/fetch-file.ts';
import { CommandError } from '../command-error.ts';
import { decodeDocument } from './decode-document.ts';
import { type DefinitionFiles, readDefinition } from './read-definition.ts';

/** A document fetched from the web, and its URL. */
export interface WebDefinition extends DefinitionFiles {
  /** The URL of the document after all redirects. */
  readonly url: string;
}

const maximumBytes = 64 * 1024 ** 2;
const maximumFiles = 100;
const maximumRedirects = 5;
/** The timeout for all files together. */
const maximumMs = 60_000;
const ownCopy = 'Or download it with another tool, and name the file.';

/** Whether a text is an http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/**
 * Fetches a document, and the files below its folder that it refers to: over https, through the proxy that the
 * environment names, or over http from this machine. Throws a CommandError if one cannot be fetched.
 */
export async function readFromWeb(written: string, proxyEnv: ProxyEnv = {}): Promise<WebDefinition> {
  const transfer = { proxyEnv, signal: AbortSignal.timeout(maximumMs) };
  const main = await fetchFollowing(checkAddress(written), transfer);
  const path = `/${nameOf(main)}`;
  let count = 1;
  const read = async (file: string, named: string): Promise<string> => {
    if (file === path) return textOf(main, show(main.url));
    if ((count += 1) > maximumFiles)
      throw new CommandError(`The document refers to more than ${maximumFiles} files.`, ownCopy);
    const part = await fetchFollowing(new URL(encodePath(file), main.url), transfer);
    return textOf(part, named);
  };
  const resolve = async (from: string, reference: string) => resolvePart(from, reference);
  const files = await readDefinition(path, show(main.url), { isOnDisk: false, read, resolve });
  return { ...files, url: main.url.href };
}

/** The proxy settings and the timeout of all requests for a document. */
interface Transfer {
  readonly proxyEnv: ProxyEnv;
  readonly signal: AbortSignal;
}

interface Fetched extends Pick<FetchedFile, 'bytes'> {
  readonly url: URL;
}

function checkAddress(written: string): URL {
  const url = URL.parse(written);
  if (!url) throw new CommandError(`${JSON.stringify(written)} is not a URL.`);
  if (url.username !== '' || url.password !== '') {
    throw new CommandError(
      'The address of the document contains a user name or password, which shells keep in their history.',
      'Download it with another tool, and name the file.',
    );
  }
  if (url.protocol === 'https:' || isLoopbackUrl(url.href)) return url;
  throw new CommandError(
    `${show(url)} does not use https, so anyone on the way could change the document.`,
    `Use https. ${ownCopy}`,
  );
}

/** Follows redirects to https URLs. A redirect to this machine is followed only if it comes from this machine. */
async function fetchFollowing(first: URL, transfer: Transfer): Promise<Fetched> {
  let url = first;
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    const answer = await fetchOnce(url, transfer);
    if (!(answer instanceof FetchError)) return { bytes: answer.bytes, url };
    url = followRedirect(url, answer);
  }
  throw new CommandError(`${show(first)} redirects more than ${maximumRedirects} times.`, ownCopy);
}

/** The file, or a FetchError that is a redirect. */
async function fetchOnce(url: URL, { proxyEnv, signal }: Transfer): Promise<FetchedFile | FetchError> {
  // Loopback URLs bypass the proxy, which may reach a different server by the same name.
  const proxy = isLoopbackUrl(url.href) ? {} : { proxyEnv };
  const file = { url: url.href, shown: show(url), maxBytes: maximumBytes, signal, ...proxy };
  try {
    const answer = await fetchFile(file);
    if (answer === 'unchanged') throw new FetchError(`${show(url)} returned 304.`, 304);
    return answer;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const { status = 0, location } = error;
    if (status >= 300 && status < 400 && location !== undefined) return error;
    throw new CommandError(error.message, helpFor(status));
  }
}

function helpFor(status: number): string | undefined {
  return status === 401 || status === 403 ? `The server wants credentials. ${ownCopy.slice(3)}` : undefined;
}

function followRedirect(from: URL, { location = '' }: FetchError): URL {
  const to = URL.parse(location, from);
  const isSafe = to?.protocol === 'https:' && (!isLoopbackUrl(to.href) || isLoopbackUrl(from.href));
  const staysHere = to?.protocol === 'http:' && isLoopbackUrl(to.href) && isLoopbackUrl(from.href);
  if (to && (isSafe || staysHere) && to.username === '' && to.password === '') return to;
  const target = to ? show(to).slice(0, 200) : JSON.stringify(location.slice(0, 200));
  throw new CommandError(
    `${show(from)} redirects to ${target}, which is not followed.`,
    `Name an https address that you trust. ${ownCopy}`,
  );
}

function textOf({ bytes, url }: Fetched, written: string): string {
  const text = decodeDocument(bytes, written);
  if (!/^\uFEFF?\s*<(!doctype|html|\?xml|head|body)/i.test(text)) return text;
  throw new CommandError(
    `${show(url)} is a web page, not an OpenAPI document.`,
    'Use the address of the YAML or JSON file, which such a page often links to.',
  );
}

const plainName = /^[\w-][\w.-]*$/;

/**
 * The last segment of the URL, if it is a plain name of a YAML or JSON file, so that other files can refer to the
 * document. Otherwise `openapi.json` or `openapi.yaml`, by the syntax of the text.
 */
function nameOf({ url, bytes }: Fetched): string {
  const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  if (plainName.test(name) && /\.(ya?ml|json)$/i.test(name)) return name;
  const start = bytes.subarray(0, 1024).toString('utf8');
  return `openapi.${/^\uFEFF?\s*[{[]/.test(start) ? 'json' : 'yaml'}`;
}

/** The path of a file below the folder of the document. */
function resolvePart(from: string, reference: string): string {
  const path = posix.join(posix.dirname(from).slice(1), reference);
  const segments = path.split('/');
  const isBelow = !reference.startsWith('/') && segments.every((segment) => plainName.test(segment));
  if (isBelow && /\.(ya?ml|json)$/i.test(path)) return `/${path}`;
  throw new CommandError(
    `The document refers to ${JSON.stringify(reference)}, which is not a YAML or JSON file below its folder.`,
    'Copy the document with all files that it refers to into the repository, and use that copy.',
  );
}

function encodePath(file: string): string {
  return file.slice(1).split('/').map(encodeURIComponent).join('/');
}

/** A URL without its query, which may contain a secret. */
function show({ origin, protocol, pathname }: URL): string {
  return origin === 'null' ? `${protocol}${pathname}` : `${origin}${pathname}`;
}
