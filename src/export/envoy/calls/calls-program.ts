import { writeErrorBody } from '#compiled/answers/error-body.ts';
import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { statusOfError } from '#compiled/answers/status-of-error.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { limitHeaders } from '../limits/limit-headers.ts';
import { limitKinds, limitName } from '../limits/limit-name.ts';
import { overrides, describeResources } from './describe-resources.ts';
import {
  declareLua,
  joinLua,
  luaFile,
  writeLua,
  type LuaText,
  type LuaValue,
  recordKey,
  addressKey,
  plainName,
  writeLines,
  writeRecord,
  type RecordKey,
} from '../text/lua-text.ts';
import { METHODS } from 'node:http';
import {
  type Manifest,
  type ManifestApplication,
  type ManifestTier,
  forwardsCalls,
  type KeySetName,
  type ManifestApi,
} from '#compiled/manifest.ts';
import { apiKey } from '#compiled/api-key.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import type { CompiledApi, CompiledEndpoint, CorsSettings } from '#compiled/compiled-api.ts';
import { groupResources, usualMethods, spellingOfTemplate } from '#compiled/resources/resource.ts';
import { furtherRouteName, routeName, type RoutedEndpoint } from '../routes/route-name.ts';
import { isOpenToAll, staticHeaders } from '../routes/static-headers.ts';

/** A record that the program finds by its key. */
type CallRecord = readonly [key: RecordKey, value: LuaValue];

type NameRoute = (routed: RoutedEndpoint) => string;

/** The methods that the built-in data plane knows, whether or not an API declares them. */
const registeredMethods: readonly string[] = [...new Set([...METHODS, 'QUERY'])];

/** The Lua program that admits or refuses the calls of a table. */
export function callsProgram(table: Compiled): LuaText {
  const records = writeRecords([...apiRecords(table), ...clientRecords(table.manifest)]);
  return joinLua([
    declareLua('records', records),
    ...Object.entries(settingsOf(table)).map(([name, value]) => declareLua(name, writeLua(value))),
    luaFile('find-record.lua'),
    luaFile('check-path.lua'),
    luaFile('match-resource.lua'),
    luaFile('answer.lua'),
    luaFile('find-api.lua'),
    luaFile('show-health.lua'),
    luaFile('read-token.lua'),
    luaFile('authenticate.lua'),
    luaFile('admit-call.lua'),
  ]);
}

function settingsOf({ manifest: { gateway }, digest }: Compiled): Readonly<Record<string, LuaValue>> {
  const { gatewayUrl, versioning, token } = gateway;
  return {
    digest,
    showsDigest: gateway.digestHeader,
    gatewayUrl,
    trustsProxies: gateway.trustedProxies.length > 0,
    basePath: new URL(gatewayUrl).pathname.replace(/\/$/, ''),
    versioning,
    isLogged: gateway.accessLog !== undefined,
    tokensNotBefore: token.tokensNotBefore ?? 0,
    overrides,
    limitHeaders: Object.fromEntries(limitKinds.map((kind) => [kind, limitHeaders(kind)])),
    knownMethods: Object.fromEntries(registeredMethods.map((method) => [method, true])),
    errors: Object.fromEntries(Object.keys(errorCodes).map((code) => [code, describeError(code, gateway)])),
  };
}

/** The responses for an error. `name` is an error code, whose type `Object.keys` loses. */
function describeError(name: string, settings: GatewaySettings): LuaValue {
  const { errorDocsUrl } = settings;
  const code = name as ErrorCode;
  return {
    status: String(statusOfError(code, settings)),
    json: writeErrorBody(code, 'json', errorDocsUrl),
    xml: writeErrorBody(code, 'xml', errorDocsUrl),
  };
}

/** Records of everyone who may call: consumer keys, subscriptions, and the users and providers of tokens. */
function clientRecords(manifest: Manifest): readonly CallRecord[] {
  return [
    ...manifest.applications.flatMap(keyRecords),
    ...subscriptionRecords(manifest),
    ...manifest.users
      .filter(({ state }) => state === 'active')
      .map(({ name, tokensNotBefore }): CallRecord => [recordKey('u', name), { notBefore: tokensNotBefore }]),
    ...manifest.identityProviders.map(({ name }): CallRecord => [recordKey('p', name), {}]),
  ];
}

/**
 * The records of subscriptions. Those that differ only in their names share one value, which is written as Lua once.
 */
function subscriptionRecords({ subscriptions, tiers }: Manifest): readonly CallRecord[] {
  const tierOf = new Map(tiers.map((tier) => [tier.name, tier]));
  const values = new Map<string, LuaValue>();
  return subscriptions.map(({ application, api, tier, state, scopes }) => {
    const like = JSON.stringify([state, tier, scopes]);
    const value = values.get(like) ?? {
      tier,
      scopes,
      isBlocked: state === 'blocked',
      limit: limitOf(tierOf.get(tier)),
    };
    values.set(like, value);
    return [recordKey('s', application, api), value];
  });
}

function limitOf(tier: ManifestTier | undefined): string | undefined {
  return tier?.limit && limitName(tier.limit);
}

function keyRecords(application: ManifestApplication): readonly CallRecord[] {
  const { name, keySets, tokensNotBefore, identityProviders, limit } = application;
  return keySets.map(({ consumerKey, keySet }) => [
    recordKey('c', consumerKey),
    {
      name,
      keySet,
      notBefore: tokensNotBefore,
      providers: identityProviders,
      limit: limit && limitName(limit),
    },
  ]);
}

/** A record for each API that is served, by its address, and for the latest version of each context. */
function apiRecords({ manifest, apis }: Compiled): readonly CallRecord[] {
  const served = manifest.apis.filter(({ state }) => state !== 'created');
  const records = served.flatMap((api): CallRecord[] => {
    const part = apis.get(api.part);
    if (!part) return [];
    const record: CallRecord = [recordKey('a', addressOf(api)), describeApi(api, part, manifest.gateway)];
    return [record, ...furtherRecords(api, part, manifest.gateway)];
  });
  return [...records, ...latestRecords(served)];
}

/** The records of further addresses. Each refers to the record of its API, and has its own headers and routes. */
function furtherRecords(
  api: ManifestApi,
  part: CompiledApi,
  settings: GatewaySettings,
): readonly CallRecord[] {
  return (api.alsoAt ?? []).map((address) => {
    const nameOf: NameRoute = (routed) => furtherRouteName(routed, address, settings);
    const record = {
      address: addressOf(api),
      headers: staticHeaders(api, part.cors, settings, address),
      ...(forwardsCalls(api) && describeEndpoints(api, part, nameOf)),
    };
    return [addressKey(address.path), record];
  });
}

function addressOf({ context, version }: ManifestApi): string {
  return `${context}/${version}`;
}

/**
 * The records of the highest version of each context. While that version is blocked, its calls do not fall back to an
 * older one.
 */
function latestRecords(served: readonly ManifestApi[]): readonly CallRecord[] {
  const latest = new Map<string, ManifestApi>();
  for (const api of served) {
    if (api.state !== 'published' && api.state !== 'blocked') continue;
    const other = latest.get(api.context);
    if (!other || compareVersions(api.version, other.version) > 0) latest.set(api.context, api);
  }
  return [...latest].map(([context, api]) => [recordKey('l', context), { address: addressOf(api) }]);
}

function describeApi(api: ManifestApi, part: CompiledApi, settings: GatewaySettings): LuaValue {
  const { context, version, state, blockedUntil } = api;
  const methods = new Set(part.operations.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  if (part.undeclared) for (const method of usualMethods) methods.add(method);
  return {
    name: api.name,
    id: plainName(apiKey(api)),
    context,
    version,
    state,
    blockedUntil,
    isStrict: part.pathEncoding === 'strict',
    maxBodyBytes: part.maxBodyBytes,
    methods: [...methods].join(', '),
    headers: staticHeaders(api, part.cors, settings),
    ...(part.cors && describeCors(part.cors, settings)),
    ...(forwardsCalls(api) && describeEndpoints(api, part, (routed) => routeName(routed, settings))),
    hasPublic: part.operations.some(({ access }) => access === 'public'),
    limit: part.limit && limitName(part.limit),
    addressLimit: part.addressLimit && limitName(part.addressLimit),
    spellings: part.undeclared && listSpellings(part),
    resources: forwardsCalls(api) ? describeResources(part, groupResources(part.operations)) : [],
  };
}

/** The declared paths, as lenient servers read them. */
function listSpellings({ operations }: CompiledApi): readonly LuaValue[] {
  const paths = new Set(operations.map(({ path }) => spellingOfTemplate(path)));
  return [...paths].map((path) => ({ path }));
}

function describeCors(cors: CorsSettings, { versioning }: GatewaySettings) {
  return {
    cors: {
      isOpen: isOpenToAll(cors),
      origins: cors.allowOrigins,
      headers: [...cors.allowHeaders, ...(versioning === 'url' ? [] : ['API-Version'])].join(', '),
      maxAge: String(cors.maxAgeSeconds),
    },
    ...(cors.exposeHeaders.length > 0 && { expose: cors.exposeHeaders.join(', ') }),
  };
}

/** The name of the route of each key set. */
function describeEndpoints(api: ManifestApi, part: CompiledApi, nameRoute: NameRoute) {
  const { production, sandbox } = part.endpoints;
  const nameOf = (keySet: KeySetName, endpoint: CompiledEndpoint) =>
    nameRoute({ api, part, keySet, endpoint });
  return {
    ...(production && { production: nameOf('production', production) }),
    ...(sandbox && { sandbox: nameOf('sandbox', sandbox) }),
  };
}

/**
 * Writes records as lines in a string. They are sorted by the bytes of their keys, since the program uses a binary
 * search.
 */
export function writeRecords(records: readonly CallRecord[]): LuaText {
  const sorted = records.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const texts = new Map<LuaValue, LuaText>();
  const textOf = (value: LuaValue): LuaText => {
    const text = texts.get(value) ?? writeLua(value);
    texts.set(value, text);
    return text;
  };
  return writeLines(sorted.map(([key, value]) => writeRecord(key, textOf(value))));
}
