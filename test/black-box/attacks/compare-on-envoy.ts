import { foldName } from '../../../src/compiled/header-fate.ts';
import type { Headers, Outcome } from '../black-box-case.ts';
import { deviate } from '../envoy-deviations.ts';
import { asCase, type Attack } from './attack.ts';

const nothing: Outcome = { answers: [], upstream: [] };

/** The outcome of an attack on Envoy, given that of Envoy's reading of it on the built-in data plane. */
export function expectOnEnvoy(attack: Attack, builtIn: Outcome = nothing): Outcome {
  return withoutRepeated(attack, deviate(asCase(attack, builtIn)).outcome);
}

/**
 * Without a header that the client has sent more than once: how its values are joined is a named deviation, and no one
 * else's values are among them.
 */
export function withoutRepeated({ fields = [] }: Attack, outcome: Outcome = nothing): Outcome {
  const names = fields.map((line) => foldName(line.slice(0, line.indexOf(':')).toLowerCase()));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return outcome;
  const upstream = outcome.upstream.map((seen) => ({ ...seen, headers: drop(seen.headers, repeated) }));
  return { ...outcome, upstream };
}

function drop(headers: Headers, dropped: string): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== dropped));
}
