import { methodOverrides, pathOverrides } from '#compiled/header-fate.ts';
import type { VersioningStyle } from '#compiled/settings/gateway-settings.ts';
import type { Attack } from './attack.ts';

const callers = [undefined, 'stranger', 'walker'] as const;
const methods = [
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'PURGE',
  'get',
  'OPTION',
];

/** With a rule for origins, with public operations, and with a context that begins with that of another API. */
const targets = [
  '/park/v1/dogs',
  '/lobby/v1/dogs',
  '/lobby/v1/dogs/admin',
  '/parking/v1/dogs',
  '/order/v1/admin',
  '/lobby-desk/v1/dogs/admin',
];

/** What makes a call of OPTIONS a preflight, and what does not. */
const origins: Readonly<Record<string, readonly string[]>> = {
  'without an origin': [],
  'as an allowed preflight': ['Origin: https://walker.example.edu', 'Access-Control-Request-Method: GET'],
  'as a preflight of another origin': [
    'Origin: https://evil.example.com',
    'Access-Control-Request-Method: DELETE',
  ],
  'as a preflight of no origin': ['Origin: null', 'Access-Control-Request-Method: GET'],
  'as half a preflight': ['Access-Control-Request-Method: GET'],
};

const byMethod = methods.map((method): readonly [string, readonly Attack[]] => [
  `the method ${method}`,
  Object.entries(origins).flatMap(([origin, fields]) =>
    targets.flatMap((target) =>
      callers.map((as) => ({
        name: `${method} ${target} ${origin} of ${as ?? 'nobody'}`,
        line: `${method} ${target}`,
        as,
        fields,
      })),
    ),
  ),
]);

const overrideValues = ['GET', 'DELETE', '/park/v1/dogs', '/lobby/v1/dogs/admin', ''];

const byOverride = [...methodOverrides, ...pathOverrides].map(
  (name): readonly [string, readonly Attack[]] => [
    `the override ${name}`,
    [name, name.toUpperCase(), name.replaceAll('-', '_')].flatMap((spelling) =>
      overrideValues.flatMap((value) =>
        ['GET /lobby/v1/dogs', 'GET /order/v1/dogs', 'POST /lobby/v1/dogs', 'OPTIONS /park/v1/dogs'].flatMap(
          (line) =>
            callers.map((as) => ({
              name: `${line} of ${as ?? 'nobody'} with ${spelling}: ${value}`,
              line,
              as,
              fields: [`${spelling}: ${value}`],
            })),
        ),
      ),
    ),
  ],
);

/** Ways to name a version beside the path. */
const versions: readonly (readonly string[])[] = [
  [],
  ['API-Version: v9'],
  ['API-Version: v2'],
  ['API-Version: v1'],
  ['API-Version: v12'],
  ['API-Version:'],
  ['API-Version: V9'],
  ['API-Version: v9/../v2'],
  ['API-Version: v9, v2'],
  ['API-Version: v9', 'API-Version: v2'],
  ['API-Version: v9', 'Api-Version: v9'],
  ['API_Version: v2'],
  ['API-Version: v9/dogs'],
  ['API-Version: %76%39'],
];

const versionTargets = [
  '/versions/dogs',
  '/versions/v9/dogs',
  '/versions/v2/dogs',
  '/versions/v1/dogs',
  '/versions/v12/dogs',
  '/versions/v9',
  '/versions',
  '/park/dogs',
  '/parking/dogs',
  '/order/admin',
  '/guarded-desk/v1/dogs/7',
];

const byVersion = (['hybrid', 'header', 'url'] as const).flatMap((style) =>
  versionTargets.map((target): readonly [string, readonly Attack[]] => [
    `the address ${target} with versions by ${style}`,
    versions.flatMap((fields) =>
      [...callers, 'reader'].flatMap((as) =>
        ['GET', 'OPTIONS'].map((method) => attackVersion({ method, target, style, fields, as })),
      ),
    ),
  ]),
);

interface VersionAttack {
  readonly method: string;
  readonly target: string;
  readonly style: VersioningStyle;
  readonly fields: readonly string[];
  readonly as: string | undefined;
}

function attackVersion({ method, target, style, fields, as }: VersionAttack): Attack {
  const preflight = method === 'OPTIONS' ? (origins['as an allowed preflight'] ?? []) : [];
  return {
    name: `${method} ${target} of ${as ?? 'nobody'} with ${JSON.stringify(fields)}`,
    line: `${method} ${target}`,
    as,
    fields: [...fields, ...preflight],
    style,
  };
}

/** Methods, overrides, preflights and addresses of versions, by what is particular about them. */
export const routeAttacks: readonly (readonly [string, readonly Attack[]])[] = [
  ...byMethod,
  ...byOverride,
  ...byVersion,
];
