import { posix } from 'node:path';
import type { NewApi } from '../../compiled/proposals/proposed-change.ts';
import { lintProposedApi } from '../../pipeline/lint-proposed-api.ts';
import { BrokenBaseError } from '../../pipeline/plan-change.ts';
import { readProposedApi } from '../../pipeline/read-proposed-api.ts';
import { ProposalGitError, useRepository } from '../../platform/git/proposals/repository.ts';
import type { LintedApi, ProposalProblem, Proposer } from '../../runtime/ports/proposals.ts';
import type { EngineOptions } from './engine-options.ts';
import { readText } from './read-text.ts';
import { toFindings } from './to-preview.ts';

/** So many drafts are linted at once: of a person one, and one that a newer one has overtaken. */
const most = { all: 8, ofPerson: 2 };

/** Lints new APIs while people type them, each alone. */
export class DraftLint {
  readonly #options: EngineOptions;
  readonly #findBase: () => Promise<string>;
  /** The persons whose drafts are being linted. */
  readonly #linting: string[] = [];

  /** `findBase` finds a commit with the settings of lint; while somebody types, it need not be the newest. */
  constructor(options: EngineOptions, findBase: () => Promise<string>) {
    this.#options = options;
    this.#findBase = findBase;
  }

  /** Rejects with the errors of proposals, also if the person has too many drafts linted at once. */
  async lint(api: NewApi, { id }: Proposer): Promise<LintedApi | ProposalProblem> {
    const ofPerson = this.#linting.filter((one) => one === id).length;
    if (this.#linting.length >= most.all || ofPerson >= most.ofPerson)
      throw new ProposalGitError('unavailable', 'Too much is being linted now: try again soon.');
    this.#linting.push(id);
    try {
      return await this.#lintAlone(api);
    } finally {
      this.#linting.splice(this.#linting.indexOf(id), 1);
    }
  }

  async #lintAlone(api: NewApi): Promise<LintedApi | ProposalProblem> {
    const proposed = await readProposedApi(api.definition);
    if (typeof proposed === 'string') return { problem: 'change_invalid', reason: proposed };
    const config = await this.#readConfig();
    const diagnostics = await lintProposedApi(api, proposed, { config, now: this.#options.clock() });
    return { proposed, findings: toFindings(diagnostics, api, '') };
  }

  async #readConfig(): Promise<string> {
    const { target } = this.#options;
    const base = await this.#findBase();
    const path = posix.join(target.below, target.configFile);
    const config = await readText(useRepository(await target.place()), base, path);
    if (config === undefined) throw new BrokenBaseError();
    return config;
  }
}
