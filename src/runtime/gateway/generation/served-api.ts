import type { CompiledApi, CompiledEndpoints, CompiledOperation } from '#compiled/compiled-api.ts';
import type { KeySetName, ManifestApi } from '#compiled/manifest.ts';
import {
  usualMethods,
  type MatchResource,
  spellingOfPath,
  spellingOfTemplate,
} from '#compiled/resources/resource.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';
import type { Held } from './lifetimes.ts';
import { createMatcher } from '../route/match-resource.ts';
import { serveEndpoint, type ServedEndpoint } from './served-endpoint.ts';
import type { ServedSubscription } from './served-subscription.ts';
import type { UpstreamPools } from '../upstream/upstream-pools.ts';
import { PartValidation, type ValidationReports } from '../validation/part-validation.ts';

/** Objects built from an API's part of the route table. The next generation reuses them if the part has not changed. */
export interface ServedPart {
  readonly api: CompiledApi;
  readonly matchResource: MatchResource;
  /** Defined if the API also forwards calls that its document does not declare. */
  readonly undeclared: UndeclaredCalls | undefined;
  /** Whether some of its calls need no token. */
  readonly hasPublicOperations: boolean;
  /** All methods of all its resources, as a header value. */
  readonly methods: string;
  readonly validation: PartValidation;
  /** The settings that each call reads, copied from `api` so that a call touches less memory. */
  readonly requests: CompiledApi['validation']['requests'];
  readonly responses: CompiledApi['validation']['responses'];
  readonly cors: CompiledApi['cors'];
  readonly callerAssertion: CompiledApi['callerAssertion'];
}

/** What applies to calls that the document does not declare. */
interface UndeclaredCalls {
  /** Replaces a declared operation: it has no scopes, no limit and no schemas. */
  readonly operation: CompiledOperation;
  /**
   * Whether a lenient server may read a path as a declared one. The call would then bypass the scopes of that
   * operation.
   */
  readonly mayMeanDeclared: (path: string) => boolean;
}

/** The upstreams of an API, which stay open until the last generation that uses them has ended. */
export interface HeldEndpoints extends Held {
  readonly byKeySet: Partial<Readonly<Record<KeySetName, ServedEndpoint>>>;
  /** Whether they must be opened again when a secret changes. */
  readonly usesSecrets: boolean;
}

/** A further address of an API. */
export interface ServedAddress {
  /** With its leading slash. */
  readonly path: string;
  /** The deprecation headers of responses at this address: names and values, alternating. */
  readonly deprecationHeaders: readonly string[];
}

/** One version of an API as a generation serves it. */
export interface ServedApi {
  readonly manifest: ManifestApi;
  readonly part: ServedPart;
  readonly held: HeldEndpoints;
  readonly endpoints: HeldEndpoints['byKeySet'];
  /** The deprecation headers of its responses: names and values, alternating; empty unless it is deprecated. */
  readonly deprecationHeaders: readonly string[];
  /** Its addresses in addition to its own. */
  readonly furtherAddresses: readonly ServedAddress[];
  /** Its subscriptions, by the application's name. */
  readonly subscriptions: ReadonlyMap<string, ServedSubscription>;
}

/** Builds the objects that depend only on an API's part of the route table. */
export function servePart(api: CompiledApi, reports: ValidationReports): ServedPart {
  const methods = new Set(api.operations.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  if (api.undeclared) for (const method of usualMethods) methods.add(method);
  return {
    api,
    matchResource: matchWhenCalled(api.operations),
    undeclared: api.undeclared ? serveUndeclared(api) : undefined,
    hasPublicOperations: api.operations.some(({ access }) => access === 'public'),
    methods: [...methods].join(', '),
    validation: new PartValidation(api, reports),
    requests: api.validation.requests,
    responses: api.validation.responses,
    cors: api.cors,
    callerAssertion: api.callerAssertion,
  };
}

/**
 * Builds the matcher at the first call, since few of thousands of APIs are called soon after a start. It never throws,
 * so the delay hides no error.
 */
function matchWhenCalled(operations: readonly CompiledOperation[]): MatchResource {
  let matcher: MatchResource | undefined;
  return (path) => (matcher ??= createMatcher(operations))(path);
}

function serveUndeclared({ operations }: CompiledApi): UndeclaredCalls {
  const match = matchWhenCalled(
    operations.map((operation) => ({ ...operation, path: spellingOfTemplate(operation.path) })),
  );
  return {
    operation: { method: '*', path: '/*' },
    mayMeanDeclared: (path) => match(spellingOfPath(path)) !== undefined,
  };
}

/** Opens the upstreams of an API, for the generations from `since` on. Throws if their secrets are not usable. */
export function holdEndpoints(
  { production, sandbox }: CompiledEndpoints,
  secretOf: SecretOf,
  pools: Pick<UpstreamPools, 'openLease'>,
  since: number,
): HeldEndpoints {
  const lease = pools.openLease();
  let usesSecrets = false;
  const noteSecret: SecretOf = (reference) => {
    usesSecrets = true;
    return secretOf(reference);
  };
  try {
    const byKeySet = {
      ...(production && { production: serveEndpoint(production, noteSecret, lease) }),
      ...(sandbox && { sandbox: serveEndpoint(sandbox, noteSecret, lease) }),
    };
    return { byKeySet, usesSecrets, since, release: () => lease.end() };
  } catch (error) {
    lease.end();
    throw error;
  }
}
