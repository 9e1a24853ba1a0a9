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
        : this.#read(question, textOfDefinition(question.text, definition), question.name),
    );
  }

  async #read({ person }: DraftQuestion, text: string, name: string | undefined) {
    const read = await this.#timeWork(person, () => readProposedApi(text, name));
    if (typeof read !== 'string') return read;
    return { problem: 'change_invalid', reason: read, field: 'definition' } as const;
  }

  async #lint(
    question: DraftQuestion & { readonly method: 'lintApi' },
    definition: DefinitionBytes,
  ): Promise<ProposalAnswer> {
    const { config, person } = question;
    const api = withDefinition(question.api, definition);
    const name = api.name === '' ? undefined : api.name;
    const proposed = await this.#read(question, api.definition, name);
    if ('problem' in proposed) return proposed;
    const settings = { config, now: this.#clock() };
    const diagnostics = await this.#timeWork(person, () => lintProposedApi(api, proposed, settings));
    return { proposed, findings: toFindings(diagnostics, api, '') };
  }
}
