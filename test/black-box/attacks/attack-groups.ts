import type { Attack } from './attack.ts';
import { attackByHeader, attackedHeaders } from './header-attacks.ts';
import { pathAttacks } from './path-attacks.ts';
import { routeAttacks } from './route-attacks.ts';

/** Every attack, by what it attacks with; those of a group go to gateways of one style of versions. */
export const attackGroups: readonly (readonly [name: string, attacks: readonly Attack[]])[] = [
  ...attackedHeaders.map((name) => [`the header ${name}`, attackByHeader(name)] as const),
  ...pathAttacks,
  ...routeAttacks,
];
