import { connect } from 'node:net';
import type { Headers, Outcome, Seen } from '../black-box-case.ts';
import { describeAnswer, describeSeen, fillInTokens, type Target } from '../send-case.ts';
import { attackHeader, bytesOf, type Attack } from './attack.ts';
import { KeptConnection } from '../kept-connection.ts';

/** How many connections are open at a time. */
const width = 8;

/** What comes of each attack on a data plane, by its name. */
export type AttackOutcomes = ReadonlyMap<string, Outcome>;

/** Sends attacks to a data plane, several at a time, and returns what comes of each. */
export async function sendAttacks(attacks: readonly Attack[], target: Target): Promise<AttackOutcomes> {
  target.takeSeen();
  const outcomes = new Map<string, Outcome>();
  const waiting = attacks.map((attack, index) => [String(index), attack] as const).values();
  const sendNext = async () => {
    const connection = new KeptConnection(() => connect(target.port, '127.0.0.1'));
    for (const [identifier, attack] of waiting) {
      const bytes = await fillInTokens(bytesOf(attack, identifier), target.tokenFor);
      const answers = await connection.exchange(bytes, attack.line.split(' ')[0] ?? '');
      outcomes.set(identifier, {
        answers: answers.map((answer) => describeAnswer(answer, target)),
        upstream: [],
      });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: width }, sendNext));
  const seen = groupSeen(target.takeSeen());
  return new Map(
    attacks.map(({ name }, index) => {
      const { answers = [] } = outcomes.get(String(index)) ?? {};
      return [name, { answers, upstream: seen.get(String(index)) ?? [] }];
    }),
  );
}

/** By the identifier of the attack; what has none would be the outcome of no attack. */
function groupSeen(all: readonly Seen[]): ReadonlyMap<string, readonly Seen[]> {
  const groups = new Map<string, Seen[]>();
  for (const { headers, ...one } of all) {
    const { [attackHeader]: identifier, ...others }: Headers = headers;
    if (typeof identifier !== 'string') throw new Error(`an unknown request: ${JSON.stringify(one)}`);
    const group = groups.get(identifier) ?? [];
    groups.set(identifier, [...group, describeSeen({ ...one, headers: others })]);
  }
  return groups;
}
