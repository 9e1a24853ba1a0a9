import { lintProposedApi } from '#pipeline/lint-proposed-api.ts';
import { readProposedApi } from '#pipeline/read-proposed-api.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { TimeWork } from './limits/work-limit.ts';
import { textOfDefinition, withDefinition, type DefinitionBytes } from './definition-text.ts';
import { orProblem } from './proposal-engine.ts';
import type { DraftQuestion, ProposalAnswer, ThreadRequest } from './proposal-questions.ts';
import { toFindings } from './to-preview.ts';

/** Reads and lints a new API while a person types it, without the other declarations. */
export class DraftSide {
  readonly #timeWork: TimeWork;
  readonly #clock: Clock;

  constructor(timeWork: TimeWork, clock: Clock) {
    this.#timeWork = timeWork;
    this.#clock = clock;
  }

  answer({ question, definition }: ThreadRequest<DraftQuestion>): Promise<ProposalAnswer> {
    return orProblem<ProposalAnswer>(() =>
      question.method === 'lintApi'
        ? this.#lint(question, definition)
        : this.#read(question, textOfDefinition(question.text, definition)),
    );
  }

  async #read({ person }: DraftQuestion, text: string) {
    const read = await this.#timeWork(person, () => readProposedApi(text));
    return typeof read === 'string' ? ({ problem: 'change_invalid', reason: read } as const) : read;
  }

  async #lint(
    question: DraftQuestion & { readonly method: 'lintApi' },
    definition: DefinitionBytes,
  ): Promise<ProposalAnswer> {
    const { config, person } = question;
    const api = withDefinition(question.api, definition);
    const proposed = await this.#read(question, api.definition);
    if ('problem' in proposed) return proposed;
    const settings = { config, now: this.#clock() };
    const diagnostics = await this.#timeWork(person, () => lintProposedApi(api, proposed, settings));
    return { proposed, findings: toFindings(diagnostics, api, '') };
  }
}
