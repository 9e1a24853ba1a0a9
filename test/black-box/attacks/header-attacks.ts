import type { DeviationCode } from '#export/envoy/deviations.ts';
import { isEndToEnd } from '#runtime/gateway/upstream/header-roles.ts';
import { forged, type Attack } from './attack.ts';
import { listHeaderNames } from './header-names.ts';

/** Needs a token and a subscription, and its endpoint a credential of the gateway. */
const honest = { line: 'GET /keyed/v1/dogs', as: 'walker' };

/** Every name, with that of the credential. */
export const attackedHeaders: readonly string[] = listHeaderNames();

/** A call without an attack: whatever the upstream receives of it is of the gateway. */
export const honestCall: Attack = { name: 'an honest call', ...honest };

function withTrailers(trailers: readonly string[]) {
  return { line: 'POST /keyed/v1/dogs', as: 'walker', trailers };
}

/** Attacks by a header, in every spelling. */
export function attackByHeader(name: string): readonly Attack[] {
  return [
    ...Object.entries(spell(name)).map(([spelling, fields]) => ({
      ...honest,
      name: `${name} ${spelling}`,
      fields,
      ...takeOnEnvoy(name, fields, honest.as),
    })),
    { ...honest, name: `${name} in the query`, line: `${honest.line}?${name}=${forged}` },
    ...[name, name.toUpperCase(), fold(name)].map((spelling) => ({
      name: `${spelling} as a trailer of the attack by ${name}`,
      ...withTrailers([`${spelling}: ${forged}`]),
      ...(framing.has(spelling.toLowerCase()) && forgive('lenient_requests', withTrailers([]))),
    })),
    // The name of a route of an exported Envoy.
    ...[undefined, 'stranger'].map((as) => ({
      ...honest,
      as,
      name: `${name} of ${as ?? 'nobody'} names a route`,
      fields: [`${name}: keyed/v1/production`],
      ...takeOnEnvoy(name, [`${name}: keyed/v1/production`], as),
    })),
  ];
}

const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

function forgive(code: DeviationCode, reading: Partial<Attack>): Pick<Attack, 'onEnvoy'> {
  return { onEnvoy: { code, reading } };
}

/** What Envoy takes header lines for that the built-in data plane refuses. */
function takeOnEnvoy(name: string, fields: readonly string[], as?: string): Pick<Attack, 'onEnvoy'> {
  if (fields.some((line) => line.startsWith('Connection: '))) {
    if (!isEndToEnd(name) || refusedByBoth.has(name)) return {};
    if (framing.has(name) && fields.length > 1) return {};
    return forgive('connection_options', { fields: [], ...(name === 'authorization' && { as: undefined }) });
  }
  const values = fields.join('');
  if (name === 'host') return /[/,]/.test(values) ? {} : forgive('lenient_requests', { fields: [] });
  if (name !== 'authorization' || as === undefined) return {};
  return values.endsWith(':')
    ? forgive('joined_values', { fields: [] })
    : forgive('joined_values', { as: undefined, fields: ['Authorization: Bearer joined'] });
}

/** A Connection header must not name these. */
const refusedByBoth: ReadonlySet<string> = new Set([
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]);

/** Header lines by what is particular about them. */
function spell(name: string): Readonly<Record<string, readonly string[]>> {
  const mixed = name.replace(/(^|-)\w/g, (start) => start.toUpperCase());
  const [upper, folded] = [name.toUpperCase(), fold(name)];
  return {
    'in small letters': [`${name}: ${forged}`],
    'in capitals': [`${upper}: ${forged}`],
    'in title case': [`${mixed}: ${forged}`],
    'with underscores': [`${folded}: ${forged}`],
    'with underscores in capitals': [`${folded.toUpperCase()}: ${forged}`],
    'with one underscore': [`${name.replace('-', '_')}: ${forged}`],
    'in both spellings': [`${name}: ${forged}`, `${folded}: ${forged}`],
    'between spaces': [`${name}:  \t ${forged} \t`],
    'without a space': [`${name}:${forged}`],
    'as a list': [`${name}: ${forged}, ${forged}`],
    empty: [`${name}:`],
    twice: [`${name}: ${forged}`, `${name}: ${forged}`],
    'twice, in two cases': [`${mixed}: ${forged}`, `${upper}: ${forged}`],
    'empty and set': [`${name}:`, `${name}: ${forged}`],
    'for one connection': [`Connection: keep-alive, ${name}`, `${name}: ${forged}`],
    'for one connection, in capitals': [`Connection: ${upper}`, `${name}: ${forged}`],
    'removed by Connection': [`Connection: keep-alive, ${name}`],
  };
}

function fold(name: string): string {
  return name.replaceAll('-', '_');
}
