import type {
  CompiledApi,
  CompiledEndpoint,
  CompiledEndpoints,
  CorsSettings,
} from '../../compiled/compiled-api.ts';
import type { ApiDeclaration } from '../declaration/api.ts';
import {
  effectiveEndpoints,
  endpointTargets,
  type EffectiveEndpoint,
} from '../workspace/effective-endpoints.ts';
import { normaliseUrl } from '../workspace/normalise-url.ts';
import type { DeclaredApi } from '../workspace/workspace.ts';
import { describeScopes } from '../workspace/security/describe-scopes.ts';
import { compileLimit } from './compile-limit.ts';
import { compileOperations } from './compile-operations.ts';

/** One version of an API, as it is in a deployment. */
export function compileApi(api: DeclaredApi, deployment: string): CompiledApi {
  const { name, context, version, owner, cors, limit } = api.value;
  const contract = api.definition?.contract ?? {};
  return {
    name,
    context: context.slice(1),
    version,
    owner,
    endpoints: compileEndpoints(api, deployment),
    ...(cors && { cors: compileCors(cors) }),
    ...(limit && { limit: compileLimit(limit) }),
    scopes: describeScopes(contract),
    operations: compileOperations(contract),
    contract,
  };
}

function compileEndpoints(api: DeclaredApi, deployment: string): CompiledEndpoints {
  const { production, sandbox } = effectiveEndpoints(api, deployment);
  return {
    ...(production && { production: compileEndpoint(production) }),
    ...(sandbox && { sandbox: compileEndpoint(sandbox) }),
  };
}

function compileEndpoint(effective: EffectiveEndpoint): CompiledEndpoint {
  const { auth, ca } = effective.endpoint;
  return {
    targets: endpointTargets(effective).map(({ url }) => normaliseUrl(url) ?? url),
    ...(auth && { auth }),
    ...(ca && { ca }),
  };
}

function compileCors(cors: NonNullable<ApiDeclaration['cors']>): CorsSettings {
  return {
    allowOrigins: cors.allowOrigins.toSorted(),
    allowHeaders: cors.allowHeaders ?? ['Authorization', 'Content-Type'],
    exposeHeaders: cors.exposeHeaders ?? [],
    maxAgeSeconds: cors.maxAgeSeconds ?? 600,
  };
}
