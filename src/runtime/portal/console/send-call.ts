import type { KeySetName } from '../../../compiled/manifest.ts';
import type { ConsoleOutcome, ConsoleProblem } from '../../ports/console-calls.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { ownsApplication, requireUser } from '../session/store-user.ts';
import type { StoreVisit } from '../store-visit.ts';

/** Why the console shows no response. */
export type CallProblem = ConsoleProblem | 'call_malformed';

/** A call as a form or a script describes it. */
export interface TriedCall {
  readonly method: string;
  /** Below the address of the API, with its query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** Sends a call as the application in the form. One that the reader does not own does not exist for them. */
export async function sendCall(
  visit: StoreVisit,
  { key }: FoundVersion,
  call: TriedCall,
): Promise<ConsoleOutcome> {
  const { portal, form, address } = visit;
  const { subject, provider, sessionId } = requireUser(visit);
  const name = form.get('application');
  const application = portal.compiled.manifest.applications.find((one) => one.name === name);
  if (!application || !ownsApplication(visit.user, application)) return { problem: 'application_unknown' };
  const keySet = form.get('keys');
  if (!isKeySet(keySet)) return { problem: 'key_set_missing' };
  const user = { subject, provider, sessionId, address };
  return portal.services.sendConsoleCall({
    ...call,
    user,
    application: application.name,
    keySet,
    api: key,
  });
}

function isKeySet(text: string | undefined): text is KeySetName {
  return text === 'production' || text === 'sandbox';
}
