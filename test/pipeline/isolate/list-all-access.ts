import type { Compiled } from '#compiled/compiled.ts';
import { listAccess } from '../list-access.ts';

/**
 * The access that a table allows, with what the documents of APIs do not say: further addresses, calls that are not
 * declared, and who sees an API. Calls that one document does not declare are others than those that another does not.
 */
export function listAllAccess(compiled: Compiled): ReadonlySet<string> {
  const { manifest, apis } = compiled;
  const further = manifest.subscriptions.flatMap(({ application, api, state }) => {
    const served = manifest.apis.find(({ name, version }) => `${name}/${version}` === api);
    const part = served && apis.get(served.part);
    if (!part || state !== 'active' || !['published', 'deprecated'].includes(served.state)) return [];
    const declared = part.operations.map(({ method, path }) => `${method} ${path}`).join();
    return [
      ...(served.alsoAt ?? []).map(({ path }) => `${application} calls ${api} at ${path}`),
      ...(part.undeclared ? [`${application} calls all of ${api} that is not among ${declared}`] : []),
    ];
  });
  const seen = [...apis.values()].filter(({ visibility }) => visibility !== 'owners');
  return new Set([
    ...listAccess(compiled),
    ...further,
    ...seen.map(({ name, version }) => `everybody sees ${name}/${version}`),
  ]);
}
