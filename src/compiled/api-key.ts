/** The name by which subscriptions refer to a version of an API: `DogPark/v1`. */
export function apiKey({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}/${version}`;
}

/** The name of the API in the key of one of its versions: `DogPark`. */
export function nameOfKey(key: string): string {
  return key.split('/')[0] ?? '';
}

/** The identity of a subscription: an application has at most one for each version of an API. */
export function subscriptionKey({
  application,
  api,
}: {
  readonly application: string;
  readonly api: string;
}): string {
  return `${application} ${api}`;
}
