import { apiKey } from '../../../compiled/api-key.ts';
import { deprecationHeaders } from '../../../compiled/answers/deprecation-headers.ts';
import { compareVersions } from '../../../compiled/compare-versions.ts';
import type { Compiled } from '../../../compiled/compiled.ts';
import type { CompiledApi, CompiledEndpoint, CorsSettings } from '../../../compiled/compiled-api.ts';
import { forwardsCalls, type KeySetName, type ManifestApi } from '../../../compiled/manifest.ts';
import type { GatewaySettings } from '../../../compiled/settings/gateway-settings.ts';
import { groupResources } from '../../../compiled/resources/resource.ts';
import { clusterName } from '../clusters/forward-action.ts';
import { limitName } from '../limits/limit-name.ts';
import { describeResources } from './describe-resources.ts';
import type { LuaValue } from './lua-literal.ts';
import type { CallRecord } from './records.ts';

/** A record for each API that is served, by its address, and for the latest version of each context. */
export function apiRecords({ manifest, apis }: Compiled): readonly CallRecord[] {
  const served = manifest.apis.filter(({ state }) => state !== 'created');
  const records = served.flatMap((api): CallRecord[] => {
    const part = apis.get(api.part);
    return part ? [[`a/${addressOf(api)}`, describeApi(api, part, manifest.gateway)]] : [];
  });
  return [...records, ...latestRecords(served)];
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
  return [...latest].map(([context, api]) => [`l/${context}`, { address: addressOf(api) }]);
}

function describeApi(api: ManifestApi, part: CompiledApi, settings: GatewaySettings): LuaValue {
  const { context, version, state, blockedUntil } = api;
  const methods = new Set(part.operations.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  return {
    name: apiKey(api),
    context,
    version,
    state,
    blockedUntil,
    isStrict: part.pathEncoding === 'strict',
    maxBodyBytes: part.maxBodyBytes,
    methods: [...methods].join(', '),
    headers: staticHeaders(api, part.cors, settings),
    ...(part.cors && describeCors(part.cors, settings)),
    ...describeEndpoints(api, part),
    hasPublic: part.operations.some(({ access }) => access === 'public'),
    limit: part.limit && limitName(part.limit),
    addressLimit: part.addressLimit && limitName(part.addressLimit),
    resources: forwardsCalls(api) ? describeResources(part, groupResources(part.operations)) : [],
  };
}

/** What every answer to a call of an API carries, whatever the call. */
export function staticHeaders(
  api: ManifestApi,
  cors: CorsSettings | undefined,
  settings: GatewaySettings,
): Readonly<Record<string, string>> {
  const pairs = deprecationHeaders(api, settings);
  const headers = Object.fromEntries(
    pairs.flatMap((name, index) => (index % 2 === 0 ? [[name, pairs[index + 1] ?? '']] : [])),
  );
  const vary = [
    ...(settings.versioning === 'url' ? [] : ['API-Version']),
    ...(cors && !isOpen(cors) ? ['Origin'] : []),
  ];
  return { ...headers, ...(vary.length > 0 && { vary: vary.join(', ') }) };
}

function isOpen({ allowOrigins }: CorsSettings): boolean {
  return allowOrigins.includes('*');
}

function describeCors(cors: CorsSettings, { versioning }: GatewaySettings) {
  return {
    cors: {
      isOpen: isOpen(cors),
      origins: cors.allowOrigins,
      headers: [...cors.allowHeaders, ...(versioning === 'url' ? [] : ['API-Version'])].join(', '),
      maxAge: String(cors.maxAgeSeconds),
    },
    ...(cors.exposeHeaders.length > 0 && { expose: cors.exposeHeaders.join(', ') }),
  };
}

/** The name of the route of each key set. */
function describeEndpoints(api: ManifestApi, { endpoints }: CompiledApi) {
  const { production, sandbox } = endpoints;
  return {
    ...describeEndpoint(api, 'production', production),
    ...describeEndpoint(api, 'sandbox', sandbox),
  };
}

function describeEndpoint(api: ManifestApi, keySet: KeySetName, endpoint: CompiledEndpoint | undefined) {
  return endpoint ? { [keySet]: clusterName(api, keySet) } : {};
}
