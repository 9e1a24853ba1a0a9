import { expect } from 'vitest';
import { seen, type Seen } from '../black-box-case.ts';
import type { Target } from '../send-case.ts';
import type { Attack } from './attack.ts';
import { findViolations } from './find-violations.ts';
import { honestCall } from './header-attacks.ts';
import { sendAttacks, type AttackOutcomes, type Channel } from './send-attacks.ts';

/** How attacks reach a data plane. */
export interface Way {
  readonly openChannel: (target: Target) => Channel;
  /** The protocol in the Via header of what the data plane forwards. */
  readonly via?: '1.1' | '2.0';
  /** Whether the data plane takes the attacker for a trusted proxy. */
  readonly isTrusted?: boolean;
}

/** What came of attacks. */
export interface Attacked {
  readonly outcomes: AttackOutcomes;
  readonly violations: readonly string[];
}

/** What the upstream receives of a call without an attack. */
function receivedHonestly({ via = '1.1' }: Way): Seen {
  return seen('production GET /keyed/dogs', {
    via: `${via} gatewright`,
    'x-api-key': 'a-key-of-the-gateway',
  });
}

/** Expects of a data plane with versions by URL what all outcomes of attacks are compared with. */
export async function expectHonest(target: Target, way: Way): Promise<void> {
  const outcomes = await sendAttacks([honestCall], target, way.openChannel);
  expect(outcomes.get(honestCall.name)?.upstream).toEqual([receivedHonestly(way)]);
}

/** Sends attacks to a data plane; returns what comes of each, and all violations. */
export async function attackPlane(attacks: readonly Attack[], target: Target, way: Way): Promise<Attacked> {
  const { openChannel, isTrusted = false } = way;
  const measure = { honest: receivedHonestly(way), isTrusted };
  const outcomes = await sendAttacks(attacks, target, openChannel);
  const violations = attacks.flatMap((attack) => {
    const outcome = outcomes.get(attack.name);
    if (!outcome) throw new Error(`two attacks have the name ${attack.name}`);
    return findViolations(attack, outcome, measure).map((violation) => `${attack.name}: ${violation}`);
  });
  return { outcomes, violations };
}
