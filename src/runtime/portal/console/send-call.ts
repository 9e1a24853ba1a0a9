import type { Json } from '#compiled/json.ts';
import type { KeySetName } from '#compiled/manifest.ts';
import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import type { ConsoleOutcome, ConsoleProblem } from '#runtime/ports/console-calls.ts';
import type { Form } from '#runtime/requests/forms.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { writeHeaderValue, writePathValue, writeQueryValue } from '../api-page/samples/write-parameter.ts';
import { ownsApplication, requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { fieldOf, inputOf, listInputs } from './render-parameter-field.ts';

/** Why the console shows no response. */
export type CallProblem = ConsoleProblem | 'call_malformed';

/** A call, as a form or a script submits it. */
export interface TriedCall {
  readonly method: string;
  /** The path below the API's base URL, with its query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/**
 * Sends a call as the application that the form names, if any. An application of another owner is reported as unknown.
 */
export async function sendCall(
  visit: StoreVisit,
  { key }: FoundVersion,
  call: TriedCall,
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

function isKeySet(text: string | undefined): text is KeySetName {
  return text === 'production' || text === 'sandbox';
}

interface FilledParameter {
  readonly parameter: ParameterNode;
  readonly value: Json;
}

/** The call that the fields of a form describe. Empty fields are not sent. */
export function writeCall(operation: OperationNode, form: Form): TriedCall {
  const filled = listInputs(operation).flatMap((parameter) => {
    const text = form.get(fieldOf(parameter));
    return text === undefined ? [] : [{ parameter, value: readValue(parameter, text) }];
  });
  const at = (location: string) => filled.filter(({ parameter }) => parameter.location === location);
  const query = at('query').map(({ parameter, value }) => writeQueryValue(parameter, value));
  const headers = at('header').map(
    ({ parameter, value }) => [parameter.name, writeHeaderValue(parameter, value)] as const,
  );
  const body = form.get('body');
  const mediaType = form.get('mediaType');
  return {
    method: operation.method,
    path: writePath(operation, at('path')) + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers:
      body === undefined || mediaType === undefined ? headers : [...headers, ['Content-Type', mediaType]],
    // Browsers submit every line break in a form as CR LF.
    body: body === undefined ? undefined : Buffer.from(body.replaceAll('\r\n', '\n')),
  };
}

function writePath({ path }: OperationNode, filled: readonly FilledParameter[]): string {
  return path.template.replaceAll(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const found = filled.find(({ parameter }) => parameter.name === name);
    return found ? writePathValue(found.parameter, found.value) : '';
  });
}

function readValue(parameter: ParameterNode, text: string): Json {
  const input = inputOf(parameter);
  if (input === 'list') return text.split(',').map((item) => item.trim());
  return input === 'json' ? parseOr(text) : text;
}

/** Parses JSON. Other text is sent unchanged, so that the gateway's response shows the error. */
function parseOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
