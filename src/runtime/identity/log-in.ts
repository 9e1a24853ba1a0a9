import { hasHidden } from '#compiled/names/hidden-characters.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type { ReportUnavailable } from '#runtime/ports/errors.ts';
import type { LoginLimits } from './login-queue.ts';
import type { LoginResult } from './failed-logins.ts';
import type { LoginSource } from './login-keys.ts';
import {
  orUnavailable,
  UnavailableError,
  type Identity,
  type PasswordDirectory,
  type User,
} from './identity.ts';

/** An attempt to log in with a password. */
export interface LoginRequest {
  /** The application that the user logs in to; undefined if every user may log in. */
  readonly application: ManifestApplication | undefined;
  /** As typed. */
  readonly username: string;
  readonly password: string;
  /** The IP address of the caller. */
  readonly address: string;
  /** Whether the application's server sends the password, rather than the user's browser. */
  readonly isByApplication: boolean;
  /** Aborts when the client disconnects. */
  readonly hungUp: AbortSignal;
  readonly audit: WriteAudit;
  readonly reportUnavailable: ReportUnavailable;
}

/**
 * `refused`: no user of the application has that name and password. `limited`: too many logins have failed.
 * `busy`: too many logins are in progress. `unavailable`: a directory does not respond.
 */
export type LoginOutcome = User | 'refused' | 'limited' | 'busy' | 'unavailable';

/** In characters; longer input is refused without a query. */
const maxUsernameLength = 256;
const maxPasswordLength = 1024;

/**
 * The combined answer of the directories: the user if found, the number of directories that refused, and the errors of
 * unavailable directories.
 */
interface Answer {
  readonly user?: User;
  readonly refusals: number;
  readonly errors: readonly string[];
}

/** Logs a user in with a password, and audits the outcome. Never rejects because of the input. */
export async function logIn(
  identity: Identity,
  loginLimits: LoginLimits,
  request: LoginRequest,
): Promise<LoginOutcome> {
  const directories = directoriesOf(identity, request.application);
  if (!isPlausible(request)) return fail(directories, request, 'refused', 'malformed');
  const attempt = await loginLimits.begin(sourceOf(request), request.hungUp);
  if (attempt === 'limited') return fail(directories, request, 'limited', 'limited');
  if (attempt === 'busy') return fail(directories, request, 'busy', 'Too many concurrent logins.');
  if (request.hungUp.aborted) {
    loginLimits.end(attempt, 'unanswered');
    return fail(directories, request, 'unavailable', 'The client has hung up.');
  }
  const answer = await queryAndCount(directories, request, (result) => loginLimits.end(attempt, result));
  const { user, errors } = answer;
  if (user) {
    audit(request, { event: 'login_succeeded', user: request.username, provider: user.provider });
    return user;
  }
  return errors.length > 0
    ? fail(directories, request, 'unavailable', errors.join(' '))
    : fail(directories, request, 'refused', 'refused');
}

/** Always ends the attempt: an attempt that never ends would later count as failed. */
async function queryAndCount(
  directories: readonly PasswordDirectory[],
  request: LoginRequest,
  end: (result: LoginResult) => void,
): Promise<Answer> {
  let result: LoginResult = 'failed';
  try {
    const answer = await queryDirectories(directories, request);
    const { user, refusals, errors } = answer;
    if (user) result = 'succeeded';
    // `unanswered` only if no directory refused: otherwise guesses would be free while one directory is unavailable.
    else if (refusals === 0 && errors.length > 0) result = 'unanswered';
    return answer;
  } finally {
    end(result);
  }
}

function sourceOf({ username, address, application, isByApplication }: LoginRequest): LoginSource {
  return { username, address, ...(isByApplication && application && { application: application.name }) };
}

function directoriesOf(
  { directories }: Identity,
  application: ManifestApplication | undefined,
): readonly PasswordDirectory[] {
  return directories.filter(({ name }) => application?.identityProviders?.includes(name) ?? true);
}

/**
 * Refuses hidden characters in names: no name contains them, and LDAP servers ignore them. Refuses NUL in passwords: a
 * server that ends the password there may see an empty one, and a bind with an empty password proves nothing.
 */
function isPlausible({ username, password }: LoginRequest): boolean {
  if (username.length > maxUsernameLength || password.length > maxPasswordLength) return false;
  if (username.trim() === '' || hasHidden(username)) return false;
  return password !== '' && !password.includes('\0');
}

/** Queries one directory after the other until one accepts the password. */
async function queryDirectories(
  directories: readonly PasswordDirectory[],
  { username, password, reportUnavailable }: LoginRequest,
): Promise<Answer> {
  let answer: Answer = { refusals: 0, errors: [] };
  for (const directory of directories) {
    const found = await orUnavailable(directory.authenticate(username, password));
    if (found === undefined) answer = { ...answer, refusals: answer.refusals + 1 };
    else if (found instanceof UnavailableError) {
      reportUnavailable(found.message);
      answer = { ...answer, errors: [...answer.errors, found.message] };
    } else return { ...answer, user: found };
  }
  return answer;
}

function fail<Outcome extends LoginOutcome>(
  directories: readonly PasswordDirectory[],
  request: LoginRequest,
  outcome: Outcome,
  reason: string,
): Outcome {
  const { username } = request;
  // An unknown name is not audited, since it may be a password typed into the wrong field.
  const isKnown = directories.some((directory) => directory.knows?.(username) ?? false);
  audit(request, { event: 'login_failed', user: isKnown ? username : 'unknown', reason });
  return outcome;
}

function audit({ audit: write, address }: LoginRequest, event: LoginEvent): void {
  write({ ...event, address });
}

type LoginEvent = Pick<AuditedLogin, 'event' | 'user' | 'provider' | 'reason'>;
type AuditedLogin = Extract<Parameters<WriteAudit>[0], { event: 'login_succeeded' | 'login_failed' }>;
