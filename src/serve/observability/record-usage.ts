import { apiKey } from '#compiled/api-key.ts';
import type { Manifest } from '#compiled/manifest.ts';
import type { UsageRecorder } from '#runtime/state/usage/usage-recorder.ts';
import { ApplicationCalls } from '#runtime/telemetry/application-calls.ts';
import type { Serving } from '../served/serving.ts';

/** The recorder to which all threads add their usage. */
export type UsageOfCalls = Pick<UsageRecorder, 'add' | 'read'>;

/** Counts applications' calls for the metrics, limited to applications and APIs in the served table. */
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

/** The names of applications and APIs in one set. They cannot collide, because only API names contain a slash. */
function listNames({ applications, apis }: Manifest): ReadonlySet<string> {
  return new Set([...applications.map(({ name }) => name), ...apis.map(apiKey)]);
}

/** Adds usage to the metrics. If there is a store, usage is also recorded, for its users. */
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
