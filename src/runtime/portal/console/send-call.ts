import type { KeySetName } from '#compiled/manifest.ts';
import type { ConsoleOutcome } from '#runtime/ports/console-calls.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { ownsApplication, requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { SentPart } from './write-parts.ts';

/** A call, as a form submits it. */
export interface TriedCall {
  readonly method: string;
  /** The path below the API's base URL, with its query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The cookies that the operation declares, as `name=value`. */
  readonly cookies?: readonly string[];
  readonly body: Buffer | undefined;
  /** The parts of a multipart body, or the only file of another one; absent for a text. */
  readonly sent?: readonly SentPart[];
}

/**
 * Sends a call as the application that the form names, if any. An application of another owner is reported as unknown.
 */
export async function sendCall(
  visit: StoreVisit,
  { key }: FoundVersion,
  { sent: _parts, ...call }: TriedCall,
): Promise<ConsoleOutcome> {
  const { portal, form, address } = visit;
  const { subject, provider, sessionId, authenticatedAt } = requireUser(visit);
  const application = form.get('application');
  const keySet = form.get('keys');
  if (application !== undefined && !ownsNamed(visit, application)) return { problem: 'application_unknown' };
  if (application !== undefined && !isKeySet(keySet)) return { problem: 'key_set_missing' };
  const login = { sessionId, ...(authenticatedAt !== undefined && { authenticatedAt }) };
  const user = { subject, provider, ...login, address };
  return portal.services.sendConsoleCall({
    ...call,
    user,
    application,
    keySet: isKeySet(keySet) ? keySet : undefined,
    api: key,
  });
}

function ownsNamed({ portal, user }: StoreVisit, name: string): boolean {
  const application = portal.compiled.manifest.applications.find((one) => one.name === name);
  return application !== undefined && ownsApplication(user, application);
}

/** Whether a submitted text is the name of a key set. */
export function isKeySet(text: string | undefined): text is KeySetName {
  return text === 'production' || text === 'sandbox';
}
