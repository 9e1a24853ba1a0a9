import { apiKey } from '#compiled/api-key.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { CompiledApi, CompiledEndpoint, CorsSettings } from '#compiled/compiled-api.ts';
import { forwardsCalls, type KeySetName, type ManifestApi } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { groupResources, usualMethods, spellingOfTemplate } from '#compiled/resources/resource.ts';
import { limitName } from '../limits/limit-name.ts';
import { furtherRouteName, routeName, type RoutedEndpoint } from '../routes/route-name.ts';
import { describeResources } from './describe-resources.ts';
import { addressKey, plainName, recordKey, type LuaValue } from '../text/lua-text.ts';
import type { CallRecord } from './records.ts';
import { isOpenToAll, staticHeaders } from '../routes/static-headers.ts';

/** A record for each API that is served, by its address, and for the latest version of each context. */
export function apiRecords({ manifest, apis }: Compiled): readonly CallRecord[] {
  const served = manifest.apis.filter(({ state }) => state !== 'created');
  const records = served.flatMap((api): CallRecord[] => {
    const part = apis.get(api.part);
    if (!part) return [];
    const record: CallRecord = [recordKey('a', addressOf(api)), describeApi(api, part, manifest.gateway)];
    return [record, ...furtherRecords(api, part, manifest.gateway)];
  });
  return [...records, ...latestRecords(served)];
}

/** Each further address leads to the record of its API, and has headers and routes of its own. */
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

/** While the highest version is blocked, no older one takes its calls. */
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

/** The paths of what the document declares, as lenient servers read them. */
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

type NameRoute = (routed: RoutedEndpoint) => string;

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
