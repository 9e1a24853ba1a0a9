import type { VersioningStyle } from '#compiled/settings/gateway-settings.ts';
import type { DeviationCode } from '#export/envoy/deviations.ts';
import { gatewayHost, type BlackBoxCase } from '../black-box-case.ts';

/** A request that tries to get past the gateway; it is sent on a connection that stays open. */
export interface Attack {
  readonly name: string;
  /** A method and a target. */
  readonly line: string;
  /** The name of a token. */
  readonly as?: string | undefined;
  /** Further header lines, as they are sent. */
  readonly fields?: readonly string[];
  /** Trailer lines after a body of unknown length. */
  readonly trailers?: readonly string[];
  readonly style?: VersioningStyle;
  /** What Envoy takes it for, and the deviation by which it does. */
  readonly onEnvoy?: { readonly code: DeviationCode; readonly reading: Partial<Attack> };
}

/** What a client would have others believe. */
export const forged = 'forged';

/** By which the upstream knows which attack it receives. */
export const attackHeader = 'x-attack';

export function bytesOf(attack: Attack, identifier: string): string {
  const { line, trailers } = attack;
  return [
    `${line} HTTP/1.1`,
    `Host: ${gatewayHost}`,
    ...fieldsOf(attack, identifier),
    ...(trailers ? ['Transfer-Encoding: chunked', '', '1', bodyOfAttack, '0', ...trailers] : []),
    '',
    '',
  ].join('\r\n');
}

/** The header lines of an attack that every protocol sends. */
export function fieldsOf({ as, fields = [] }: Attack, identifier: string): readonly string[] {
  return [
    `${attackHeader}: ${identifier}`,
    ...(as === undefined ? [] : [`Authorization: Bearer {token:${as}}`]),
    ...fields,
  ];
}

/** The body of attacks that have trailers. */
export const bodyOfAttack = 'x';

/** The attack as Envoy takes it, under the same name. */
export function readOnEnvoy(attack: Attack): Attack {
  const { onEnvoy, ...rest } = attack;
  return onEnvoy ? { ...rest, ...onEnvoy.reading } : attack;
}

/** An attack whose outcome on the built-in data plane is known, as a case for the deviations of Envoy. */
export function asCase(attack: Attack, expected: BlackBoxCase['expected']): BlackBoxCase {
  return { name: attack.name, bytes: bytesOf(attack, ''), expected };
}
