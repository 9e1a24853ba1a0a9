import { apiKey } from '#compiled/api-key.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { ManifestApi, ManifestApplication, ManifestSubscription } from '#compiled/manifest.ts';
import type { PortalAddresses } from '../visit/paths.ts';
import { ownsApplication, requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

/** A subscription, with its API version. */
export interface OwnSubscription {
  readonly subscription: ManifestSubscription;
  /** Undefined if the API is not in the current table. */
  readonly version: { readonly entry: ManifestApi; readonly api: CompiledApi } | undefined;
}

/** An application of the reader, with its subscriptions. */
export interface OwnApplication {
  readonly application: ManifestApplication;
  readonly subscriptions: readonly OwnSubscription[];
}

/** The applications that the reader owns; with `name`, only the application with this name. */
export function ownApplications(visit: StoreVisit, name?: string): readonly OwnApplication[] {
  const user = requireUser(visit);
  const { manifest, apis } = visit.portal.compiled;
  const own = manifest.applications.filter(
    (application) => (name ?? application.name) === application.name && ownsApplication(user, application),
  );
  const versions = new Map(manifest.apis.map((entry) => [apiKey(entry), entry]));
  const ofApplications = Map.groupBy(manifest.subscriptions, ({ application }) => application);
  return own.map((application) => ({
    application,
    subscriptions: (ofApplications.get(application.name) ?? []).map((subscription) => {
      const entry = versions.get(subscription.api);
      const api = entry && apis.get(entry.part);
      return { subscription, version: entry && api && { entry, api } };
    }),
  }));
}

/** The path of the page of an application. */
export function pathOfApplication({ path }: PortalAddresses, application: string): string {
  return `${path}/applications/${encodeURIComponent(application)}`;
}

/** The path of the page with the last calls of an application. */
export function pathOfCalls(addresses: PortalAddresses, application: string): string {
  return `${pathOfApplication(addresses, application)}/calls`;
}
