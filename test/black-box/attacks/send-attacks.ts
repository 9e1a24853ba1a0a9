import type { Answer, Headers, Outcome, Seen } from '../black-box-case.ts';
import { describeSeen, type Target } from '../send-case.ts';
import { attackHeader, type Attack } from './attack.ts';

/** How many connections are open at a time. */
const width = 8;

/** What comes of each attack on a data plane, by its name. */
export type AttackOutcomes = ReadonlyMap<string, Outcome>;

/** A connection to a data plane, which is opened again if the data plane ends it. */
export interface Channel {
  /** The answers to an attack; none if there is none. */
  readonly exchange: (attack: Attack, identifier: string) => Promise<readonly Answer[]>;
  readonly close: () => void;
}

/** Sends attacks to a data plane, several at a time, and returns what comes of each. */
export async function sendAttacks(
  attacks: readonly Attack[],
  target: Target,
  openChannel: (target: Target) => Channel,
): Promise<AttackOutcomes> {
  target.takeSeen();
  const answers = new Map<string, readonly Answer[]>();
  const waiting = attacks.map((attack, index) => [String(index), attack] as const).values();
  const sendNext = async () => {
    const channel = openChannel(target);
    for (const [identifier, attack] of waiting)
      answers.set(identifier, await channel.exchange(attack, identifier));
    channel.close();
  };
  await Promise.all(Array.from({ length: width }, sendNext));
  const seen = groupSeen(target.takeSeen());
  return new Map(
    attacks.map(({ name }, index) => {
      const identifier = String(index);
      return [name, { answers: answers.get(identifier) ?? [], upstream: seen.get(identifier) ?? [] }];
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
