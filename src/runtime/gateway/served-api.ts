import type { CompiledApi } from '../../compiled/compiled-api.ts';
import type { KeySetName, ManifestApi, ManifestSubscription } from '../../compiled/manifest.ts';
import { createMatcher, type MatchResource } from './match-resource.ts';
import type { ServedEndpoint } from './served-endpoint.ts';

/** What is built from an API's own part, and taken over by the next generation where that did not change. */
export interface ServedPart {
  readonly api: CompiledApi;
  readonly matchResource: MatchResource;
  /** All methods of all its resources, as the value of a header. */
  readonly methods: string;
}

/** One version of an API as a generation serves it. */
export interface ServedApi {
  readonly manifest: ManifestApi;
  readonly part: ServedPart;
  readonly endpoints: Partial<Readonly<Record<KeySetName, ServedEndpoint>>>;
  /** Its subscriptions, by the application's name. */
  readonly subscriptions: ReadonlyMap<string, ManifestSubscription>;
}

/** Builds what an API's own part alone decides. */
export function servePart(api: CompiledApi): ServedPart {
  const methods = new Set(api.operations.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  return { api, matchResource: createMatcher(api.operations), methods: [...methods].join(', ') };
}
