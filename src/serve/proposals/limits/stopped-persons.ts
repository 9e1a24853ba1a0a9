import type { Clock } from '#runtime/ports/clock.ts';
import type { ProposalProblem } from '#runtime/ports/proposals.ts';
import type { ThreadQuestion } from '../proposal-questions.ts';

/** How long a person is refused, in milliseconds. */
const refusedMs = 300_000;

/** Whether a question makes the gateway plan or check something, which may take long. */
const isPlannedOrChecked: Readonly<Record<ThreadQuestion['method'], boolean>> = {
  preview: true,
  propose: true,
  readDetails: true,
  readDocument: true,
  read: true,
  approve: true,
  decline: true,
  readDefinition: true,
  readLintConfig: true,
  lintApi: true,
  list: false,
  listAll: false,
  readPatch: false,
  withdraw: false,
};

const refused: ProposalProblem = {
  problem: 'busy',
  reason:
    'Your last change took too long to plan or to check. The gateway accepts no other for five minutes.',
};

/**
 * The persons whose work was stopped. They are refused for a while, since the same work would delay everybody again.
 */
export class StoppedPersons {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(person: string): void {
    const now = this.#clock();
    for (const [other, until] of this.#until) if (until <= now) this.#until.delete(other);
    this.#until.set(person, now + refusedMs);
  }

  /**
   * Returns why a question is refused during the minutes after the person's work was stopped. Lists and patches are
   * never refused.
   */
  refuse({ method, person }: Pick<ThreadQuestion, 'method' | 'person'>): ProposalProblem | undefined {
    if (!isPlannedOrChecked[method]) return undefined;
    return (this.#until.get(person.id) ?? 0) > this.#clock() ? refused : undefined;
  }
}
