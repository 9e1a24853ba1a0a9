import type { FoundVersion } from '../api-page/find-version.ts';
import { pathOfForm } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

/** The path of the form that requests a subscription for the application in the form. */
export function subscribePath({ portal, form }: StoreVisit, { key }: FoundVersion): string {
  return pathOfForm(portal.addresses, 'subscribe', { api: key, application: form.get('application') ?? '' });
}
