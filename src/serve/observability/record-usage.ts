import { apiKey } from '#compiled/api-key.ts';
import type { Manifest } from '#compiled/manifest.ts';
import type { UsageRecorder } from '#runtime/state/usage/usage-recorder.ts';
import { ApplicationCalls } from '#runtime/telemetry/application-calls.ts';
import type { Serving } from '../served/serving.ts';

/** The recorder to which all threads add the usage of their calls. */
export type UsageOfCalls = Pick<UsageRecorder, 'add' | 'read'>;

/** Counts the calls of applications for the metrics, of what the served table declares. */
export function countApplicationCalls(serving: Pick<Serving, 'table'>): ApplicationCalls {
  let known: { readonly manifest: Manifest; readonly names: ReadonlySet<string> } | undefined;
  const namesOf = (manifest: Manifest) => {
    if (known?.manifest !== manifest) known = { manifest, names: listNames(manifest) };
    return known.names;
  };
  return new ApplicationCalls(({ application, api }) => {
    const manifest = serving.table?.manifest;
    if (!manifest) return false;
    const names = namesOf(manifest);
    // Calls of public operations have no application.
    return (application === '' || names.has(application)) && (api === '' || names.has(api));
  });
}

/** The names of APIs contain a slash, those of applications do not. */
function listNames({ applications, apis }: Manifest): ReadonlySet<string> {
  return new Set([...applications.map(({ name }) => name), ...apis.map(apiKey)]);
}

/** Counts usage for the metrics, and also records it if there is a store, whose users see it. */
export function recordUsage(
  recorder: UsageOfCalls,
  applicationCalls: ApplicationCalls,
  serving: Pick<Serving, 'table'>,
): UsageOfCalls {
  return {
    add: (increments) => {
      applicationCalls.add(increments);
      if (serving.table?.manifest.gateway.store) recorder.add(increments);
    },
    read: (query) => recorder.read(query),
  };
}
