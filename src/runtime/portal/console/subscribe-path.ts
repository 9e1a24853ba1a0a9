import type { FoundVersion } from '../api-page/find-version.ts';
import type { StoreVisit } from '../store-visit.ts';

/** The path of the form that requests a subscription for the application in the form. */
export function subscribePath({ portal, form }: StoreVisit, { key }: FoundVersion): string {
  const parameters = new URLSearchParams({ api: key, application: form.get('application') ?? '' });
  return `${portal.addresses.path}/proposals/new/subscribe?${parameters.toString()}`;
}
