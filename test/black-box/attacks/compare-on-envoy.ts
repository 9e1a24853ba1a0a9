import { expect } from 'vitest';
import { foldName } from '#compiled/header-fate.ts';
import type { Headers, Outcome } from '../black-box-case.ts';
import { deviate } from '../envoy-deviations.ts';
import { asCase, type Attack } from './attack.ts';
import type { AttackOutcomes } from './send-attacks.ts';

const nothing: Outcome = { answers: [], upstream: [] };

interface Planes {
  /** Whether the attacks were sent in HTTP/2, in which Envoy reads methods that it does not know in HTTP/1.1. */
  readonly isHttp2?: boolean;
  readonly envoy: AttackOutcomes;
  readonly builtIn: AttackOutcomes;
  /** What comes of what Envoy takes some attacks for on the built-in data plane. */
  readonly readings: AttackOutcomes;
}

/** Expects of each attack the same outcome on Envoy, apart from named deviations, each of which has to show. */
export function expectSame(
  attacks: readonly Attack[],
  { envoy, builtIn, readings, isHttp2 = false }: Planes,
): void {
  for (const sent of attacks) {
    const attack = isHttp2 ? { ...sent, line: sent.line.replace(/^(?:get|OPTION) /, 'GET ') } : sent;
    const { name, onEnvoy } = attack;
    const read = (outcomes: AttackOutcomes) => sayHttp1(outcomes.get(name));
    const expected = expectOnEnvoy(attack, read(readings) ?? read(builtIn));
    const outcome = withoutRepeated(attack, envoy.get(name));
    expect({ attack: name, ...outcome }).toEqual({ attack: name, ...expected });
    if (onEnvoy)
      expect({ attack: name, ...outcome }).not.toEqual({
        attack: name,
        ...expectOnEnvoy(attack, read(builtIn)),
      });
  }
}

/** With what Envoy says in Via of a call over HTTP/2, which is a named deviation. */
function sayHttp1(outcome: Outcome | undefined): Outcome | undefined {
  const upstream = outcome?.upstream.map((seen) => {
    const via = String(seen.headers['via']).replace(/2\.0 gatewright$/, '1.1 gatewright');
    return { ...seen, headers: { ...seen.headers, via } };
  });
  return outcome && upstream && { ...outcome, upstream };
}

/** The outcome of an attack on Envoy, given that of Envoy's reading of it on the built-in data plane. */
function expectOnEnvoy(attack: Attack, builtIn: Outcome = nothing): Outcome {
  return withoutRepeated(attack, deviate(asCase(attack, builtIn)).outcome);
}

/**
 * Without a header that the client has sent more than once: how its values are joined is a named deviation, and no one
 * else's values are among them.
 */
function withoutRepeated({ fields = [] }: Attack, outcome: Outcome = nothing): Outcome {
  const names = fields.map((line) => foldName(line.slice(0, line.indexOf(':')).toLowerCase()));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return outcome;
  const upstream = outcome.upstream.map((seen) => ({ ...seen, headers: drop(seen.headers, repeated) }));
  return { ...outcome, upstream };
}

function drop(headers: Headers, dropped: string): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== dropped));
}
