import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { CommandError } from '../../command-error.ts';
import { pathInside } from '#platform/files/path-inside.ts';
import type { PackageSource } from './package-source.ts';

/** The forms of `--package`, for help and errors. */
export const packageForms =
  'a version (1.2.3), a tarball (a path in the repository or an https URL), or git+https://HOST/REPOSITORY.git#COMMIT';

/** Characters without a special meaning in YAML, in quoted shell words, and to CI providers such as GitHub. */
const urlWithoutQuotes = /^[\w.~:/@%+=&?,-]+$/;
const plainPath = /^[\p{L}\p{N}_./@+ -]+$/u;

/**
 * Reads a value of `--package`; a path is relative to `cwd`, and must be in the clone at `root`. Throws a CommandError if
 * a pipeline cannot install it, or if its path or URL contains unsafe characters.
 */
export async function readPackageSource(text: string, root: string, cwd: string): Promise<PackageSource> {
  if (/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(text)) return { kind: 'version', version: text };
  if (text.startsWith('git+')) return readGitSource(text);
  if (/^[a-z+]+:/i.test(text)) return { kind: 'url', url: checkUrl(text, text, ['https:']) };
  if (/\.(tgz|tar\.gz)$/.test(text)) return readFileSource(text, root, cwd);
  throw refuse(text, 'is not a package that a pipeline can install', `It takes ${packageForms}.`);
}

function readGitSource(text: string): PackageSource {
  const [address = '', commit = ''] = text.slice('git+'.length).split(/#(.*)/s, 2);
  const url = checkUrl(text, address, ['https:', 'ssh:']);
  // Only commits are accepted, since a branch or a tag can move to different code.
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return { kind: 'git', url, commit };
  throw refuse(text, 'does not name a commit', 'Add its full hash: git+https://HOST/REPOSITORY.git#COMMIT.');
}

function checkUrl(text: string, url: string, protocols: readonly string[]): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isKnown = parsed && (protocols.includes(parsed.protocol) || isHttpOnLoopback(parsed));
  if (!isKnown || !/^[a-z]+:\/\/\w/.test(url)) {
    throw refuse(text, 'is not a URL that a pipeline can install from', `It takes ${packageForms}.`);
  }
  if (parsed.password !== '' || (parsed.username !== '' && parsed.protocol !== 'ssh:')) {
    const help = 'Leave it out, and give it to npm or git in the pipeline by a secret variable.';
    throw new CommandError(
      'The URL of --package contains a credential, which would be in the repository.',
      help,
    );
  }
  if (urlWithoutQuotes.test(url)) return url;
  throw refuse(text, 'contains a character that is not safe in a pipeline', 'Use a URL without it.');
}

/** Whether a URL is an http URL of this machine. Unencrypted connections to other machines are not allowed. */
function isHttpOnLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

async function readFileSource(text: string, root: string, cwd: string): Promise<PackageSource> {
  const file = resolve(cwd, text);
  const inside = pathInside(root, file)?.split(sep).join('/');
  if (inside === undefined) {
    throw refuse(
      text,
      'is not in the repository, so a pipeline does not have it',
      'Copy it into the repository.',
    );
  }
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile()) throw refuse(text, 'is not a file', `It takes ${packageForms}.`);
  if (plainPath.test(inside)) return { kind: 'file', path: inside };
  const help = 'Give it a name of letters, digits, dots, hyphens and underscores.';
  throw refuse(text, 'contains a character that is not safe in a pipeline', help);
}

function refuse(text: string, problem: string, help: string): CommandError {
  return new CommandError(`--package ${JSON.stringify(text)} ${problem}.`, help);
}
