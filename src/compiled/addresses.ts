import type { VersioningStyle } from './settings/gateway-settings.ts';

/** First segments of the addresses of the gateway itself, in lower case. */
export const reservedSegments: ReadonlySet<string> = new Set([
  'token',
  'authorize',
  'oauth2',
  'store',
  '.well-known',
  'health',
]);

/** An API with the addresses that lead to it, each with its leading slash. */
export interface AddressedApi<Api> {
  readonly api: Api;
  /** The addresses of its context and version. */
  readonly main: readonly string[];
  /** The further addresses that it declares. */
  readonly further: readonly string[];
}

/** A further address that is, begins with, or is the beginning of another address, ignoring case. */
export interface Overlap<Api> {
  readonly api: Api;
  /** The index of the address in `further`. */
  readonly index: number;
  readonly other: { readonly api: Api; readonly path: string };
}

/** The first overlap of each further address, in the order of the APIs. Runs in linear time. */
export function findOverlaps<Api>(apis: readonly AddressedApi<Api>[]): readonly Overlap<Api>[] {
  if (apis.every(({ further }) => further.length === 0)) return [];
  const taken = new TakenAddresses<Api>();
  for (const { api, main } of apis) for (const path of main) taken.add({ api, path });
  return apis.flatMap(({ api, further }) =>
    further.flatMap((path, index) => {
      const other = taken.find(path);
      if (other) return [{ api, index, other }];
      taken.add({ api, path });
      return [];
    }),
  );
}

type Taken<Api> = Overlap<Api>['other'];

class TakenAddresses<Api> {
  readonly #whole = new Map<string, Taken<Api>>();
  readonly #beginnings = new Map<string, Taken<Api>>();

  add(address: Taken<Api>): void {
    const [whole = '', ...beginnings] = listBeginnings(address.path);
    if (!this.#whole.has(whole)) this.#whole.set(whole, address);
    for (const path of beginnings) if (!this.#beginnings.has(path)) this.#beginnings.set(path, address);
  }

  find(path: string): Taken<Api> | undefined {
    const paths = listBeginnings(path);
    for (const each of paths) {
      const other = this.#whole.get(each);
      if (other) return other;
    }
    return this.#beginnings.get(paths[0] ?? '');
  }
}

/** A path in lower case and its leading parts, longest first: `/a/b` and `/a` for `/A/b`. */
function listBeginnings(path: string): readonly string[] {
  const segments = path.toLowerCase().split('/').slice(1);
  return segments.map((_, index) => `/${segments.slice(0, segments.length - index).join('/')}`);
}

/**
 * The addresses that follow from the context and the version of an API, each with a leading slash. `context` has no
 * slash. At an address without a version, a header names the version; in the style `hybrid`, the latest one is the
 * default.
 */
export function mainAddresses(
  { context, version }: { readonly context: string; readonly version: string },
  style: VersioningStyle,
): readonly string[] {
  const versioned = `/${context}/${version}`;
  return style === 'url' ? [versioned] : [versioned, `/${context}`];
}
