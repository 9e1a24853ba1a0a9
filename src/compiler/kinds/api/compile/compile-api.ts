import {
  apiDefaults,
  corsDefaults,
  defaultAddressLimit,
  type ApiSettings,
  type CompiledApi,
  type CompiledEndpoints,
  type CompiledOperation,
  type CorsSettings,
} from '#compiled/compiled-api.ts';
import type { RateLimit } from '#compiled/manifest.ts';
import { fillIn } from '#compiled/json.ts';
import type { ApiDeclaration } from '../declaration.ts';
import { effectiveEndpoints } from '#compiler/workspace/urls/effective-endpoints.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { describeScopes } from '#compiler/workspace/needed-scopes.ts';
import { openDocument } from '#openapi/open-document.ts';
import { compileEndpoint } from './compile-endpoint.ts';
import { compileLimit } from '#compiler/compile/compile-limit.ts';
import { compileOperations } from './compile-operations.ts';

/** One version of an API, as it is in a deployment. */
export function compileApi(api: DeclaredApi, deployment: string): CompiledApi {
  const { name, context, version, owner, access, cors, limit, callerAssertion } = api.value;
  const contract = api.definition?.contract ?? {};
  const document = openDocument(contract);
  const operations = compileOperations(document, api.value);
  const numberTexts = api.definition?.numberTexts();
  return {
    ...fillIn<ApiSettings>(api.value, apiDefaults),
    name,
    context: context.slice(1),
    version,
    owner,
    endpoints: compileEndpoints(api, deployment),
    ...(callerAssertion && { callerAssertion: compileCallerAssertion(callerAssertion) }),
    ...(cors && { cors: compileCors(cors) }),
    ...(limit && { limit: compileLimit(limit) }),
    ...(access && { access }),
    ...(api.value.operations?.undeclared === 'pass' && { undeclared: 'pass' }),
    ...(operations.some(isPublic) && { addressLimit: compileAddressLimit(api.value) }),
    ...(api.guides && { guides: api.guides }),
    scopes: describeScopes(document),
    operations,
    contract,
    ...(numberTexts && { numberTexts }),
  };
}

function isPublic({ access }: CompiledOperation): boolean {
  return access === 'public';
}

function compileAddressLimit({ addressLimit }: ApiDeclaration): RateLimit {
  return addressLimit ? compileLimit(addressLimit) : defaultAddressLimit;
}

/**
 * The header in the form in which it is compared with client headers, with `_` like `-` as in CGI, so that no client
 * header can be mistaken for it.
 */
function compileCallerAssertion({
  header = 'X-Caller-Assertion',
}: NonNullable<ApiDeclaration['callerAssertion']>): NonNullable<CompiledApi['callerAssertion']> {
  return { header: header.toLowerCase().replaceAll('_', '-') };
}

function compileEndpoints(api: DeclaredApi, deployment: string): CompiledEndpoints {
  const { production, sandbox } = effectiveEndpoints(api, deployment);
  return {
    ...(production && { production: compileEndpoint(production) }),
    ...(sandbox && { sandbox: compileEndpoint(sandbox) }),
  };
}

function compileCors(cors: NonNullable<ApiDeclaration['cors']>): CorsSettings {
  return {
    allowOrigins: cors.allowOrigins.toSorted(),
    ...fillIn<Omit<CorsSettings, 'allowOrigins'>>(cors, corsDefaults),
  };
}
