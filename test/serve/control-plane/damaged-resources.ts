import type { EnvoyResource, EnvoyResources } from '#export/envoy/envoy-resources.ts';

/** Changes resources of a table so that Envoy refuses them. */
export type Damage = (resources: EnvoyResources) => EnvoyResources;

/** The context of an API whose cluster, route, limit and secrets are damaged; a table without it has none of them. */
export const damagedApi = 'damaged';

/** Changes members of objects by their name, at any depth of the resources of a field that have a name. */
function change(
  field: keyof EnvoyResources,
  isNamed: (name: string) => boolean,
  members: Readonly<Record<string, (value: unknown) => unknown>>,
): Damage {
  return (resources) => {
    let count = 0;
    const replace = (key: string, value: unknown) => {
      const member = members[key];
      if (!member) return value;
      count += 1;
      return member(value);
    };
    const changed = resources[field].map((resource) =>
      isNamed(resource.name) ? (JSON.parse(JSON.stringify(resource, replace)) as EnvoyResource) : resource,
    );
    if (count === 0) throw new Error(`The ${field} have nothing to damage.`);
    return { ...resources, [field]: changed };
  };
}

const all = () => true;
const named = (name: string) => (other: string) => other === name;

/** Lets a kind of secret of the API name a file that does not exist. */
function loseFile(kind: string): Damage {
  return change('secrets', (name) => name.startsWith(kind) && name.includes(`/${damagedApi}/`), {
    filename: () => '/nowhere/missing.pem',
  });
}

/** Routes by their names; that of the API adds a header whose value Envoy cannot read. */
function damageRoute(routes: unknown): unknown {
  const entries = Object.entries(routes as Readonly<Record<string, object>>).map(([name, route]) => [
    name,
    name.startsWith(`${damagedApi}/`)
      ? (JSON.parse(
          JSON.stringify(route, (key, value: unknown) =>
            key === 'response_headers_to_add' ? [{ header: { key: 'link', value: '%UNKNOWN%' } }] : value,
          ),
        ) as object)
      : route,
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** A way in which Envoy refuses something of each kind of resources, each filter, and each kind of secret. */
export const damages = {
  'the listener': change('listeners', all, { stat_prefix: () => '' }),
  'all routes': change('routes', all, { domains: () => ['*', '*'] }),
  'a route': change('routes', all, { map: damageRoute }),
  'a cluster': change('clusters', (name) => name.startsWith(`${damagedApi}/`), { type: () => 'EDS' }),
  'the certificate of the listener': change('secrets', named('listener'), {
    filename: () => '/nowhere/missing.pem',
  }),
  'the authority of an upstream': loseFile('authority:'),
  'the certificate for an upstream': loseFile('certificate:'),
  'the header for an upstream': loseFile('header:'),
  'the filter that verifies tokens': change('extensionConfigs', named('tokens'), {
    local_jwks: () => ({ inline_string: 'damaged' }),
  }),
  'the program': change('extensionConfigs', named('calls'), { inline_string: (text) => `${String(text)} )` }),
  'the filter that counts calls': change('extensionConfigs', named('limits'), { fill_interval: () => '0s' }),
  'the filter that asks /authz': change('extensionConfigs', named('authz'), { timeout: () => '-10s' }),
} as const satisfies Record<string, Damage>;

export type DamagedKind = keyof typeof damages;
