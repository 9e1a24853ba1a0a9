import { resolve } from 'node:path';

/** A branch of a repository on another host or in another folder. */
export interface GitRemote {
  /** Without credentials, since others can read messages and git's command line. */
  readonly url: string;
  readonly branch: string;
  /** The only protocol that git may use; a server cannot redirect it to another one. */
  readonly protocol: string;
  readonly credentials?: GitCredentials;
}

interface GitCredentials {
  /** The prefix of the URLs to which the credentials may be sent. */
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  /** Texts that must not be shown. */
  readonly secrets: readonly string[];
}

/** The source does not name a branch of a repository; the message does not repeat the input. */
export class GitRemoteError extends Error {
  override readonly name = 'GitRemoteError';
}

const form = 'git+URL#BRANCH';

/**
 * Reads `git+URL#BRANCH`, where the URL uses https, ssh or file, or is `user@host:path` or a path relative to the
 * folder. Plain http is allowed only for this machine. Throws a GitRemoteError.
 */
export function parseGitRemote(text: string, folder: string): GitRemote {
  const [, location = '', branch = ''] = /^git\+([^#]+)#(.*)$/s.exec(text) ?? [];
  if (location === '')
    throw new GitRemoteError(`Write a source as ${form}, such as git+https://host/repository.git#main.`);
  if (!isBranchName(branch))
    throw new GitRemoteError(`The part after the # of ${form} is not a branch name.`);
  return { ...locate(location, folder), branch };
}

/** Whether a name is valid for a branch (git-check-ref-format(1)). */
function isBranchName(name: string): boolean {
  const isForbidden = /[\s~^:?*[\\\p{Cc}]|\.\.|@\{|\/\/|\/\.|^[-/.]|^@$|[/.]$|\.lock(\/|$)/u;
  return name !== '' && !isForbidden.test(name);
}

function locate(location: string, folder: string): Omit<GitRemote, 'branch'> {
  // The short form of ssh; its path may be relative to the home of the user there.
  if (/^[\w.][\w.-]*@[\w.][\w.-]*:\S+$/.test(location)) return { url: location, protocol: 'ssh' };
  if (!/^[a-z][a-z0-9+.-]*:/i.test(location)) return { url: resolve(folder, location), protocol: 'file' };
  if (!URL.canParse(location)) throw new GitRemoteError(`The URL in ${form} is not valid.`);
  return locateUrl(new URL(location));
}

function locateUrl(url: URL): Omit<GitRemote, 'branch'> {
  const protocol = url.protocol.slice(0, -1);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!['https', 'ssh', 'file'].includes(protocol) && !(protocol === 'http' && isHere))
    throw new GitRemoteError('The URL of a git source must use https, ssh or file.');
  if (url.search !== '') throw new GitRemoteError('The URL of a git source must not have a query.');
  if (protocol !== 'ssh') return { protocol, ...takeCredentials(url) };
  // In ssh the user name is a part of the address, and a password is of no use.
  url.password = '';
  return { url: url.href, protocol };
}

function takeCredentials(url: URL): Pick<GitRemote, 'url' | 'credentials'> {
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url: url.href };
  // The user name may be a token.
  const secret = password === '' ? username : password;
  const given = { username: decode(username), password: decode(password) };
  return { url: url.href, credentials: { origin: url.origin, ...given, secrets: [secret, decode(secret)] } };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The remote with the credentials `user:password`, or with a token, for which the host ignores the user name. Only http
 * and https have credentials: ssh uses keys.
 */
export function withCredentials(remote: GitRemote, secret: string): GitRemote {
  if (!/^https?:/.test(remote.url)) return remote;
  const [, username = 'x-access-token', password = secret] = /^([^:]+):(.+)$/s.exec(secret) ?? [];
  const { origin } = new URL(remote.url);
  return { ...remote, credentials: { origin, username, password, secrets: [secret, password] } };
}

/** Removes the credentials of a remote, and any others in URLs, from a text. */
export function withoutCredentials(text: string, { credentials }: GitRemote): string {
  return (credentials?.secrets ?? [])
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
    .replaceAll(/(https?:\/\/)[^/\s@']*@/g, '$1***@');
}

/**
 * A shell command for git that prints the credentials if git asks for them, and ignores the other requests to helpers.
 */
const credentialHelper =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$GATEWRIGHT_GIT_USERNAME" "$GATEWRIGHT_GIT_PASSWORD"; }; f';

/**
 * The environment variables that git needs for a remote. Git gets credentials from a helper, since those in a URL would
 * appear on the command lines of the programs that git starts. `inherited` is the environment of this process.
 */
export function environmentOf(
  { protocol, credentials }: GitRemote,
  inherited: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  if (!credentials) return { GIT_ALLOW_PROTOCOL: protocol };
  const count = Number(inherited['GIT_CONFIG_COUNT'] ?? 0);
  const name = `credential.${credentials.origin}.helper`;
  return {
    GIT_ALLOW_PROTOCOL: protocol,
    GATEWRIGHT_GIT_USERNAME: credentials.username,
    GATEWRIGHT_GIT_PASSWORD: credentials.password,
    GIT_CONFIG_COUNT: String(count + 2),
    // An empty value removes the configured helpers, which could respond first or store the credentials.
    [`GIT_CONFIG_KEY_${count}`]: name,
    [`GIT_CONFIG_VALUE_${count}`]: '',
    [`GIT_CONFIG_KEY_${count + 1}`]: name,
    [`GIT_CONFIG_VALUE_${count + 1}`]: credentialHelper,
  };
}
