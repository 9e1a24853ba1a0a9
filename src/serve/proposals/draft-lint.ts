import { posix } from 'node:path';
import type { NewApi } from '../../compiled/proposals/proposed-change.ts';
import { lintProposedApi } from '../../pipeline/lint-proposed-api.ts';
import { BrokenBaseError } from '../../pipeline/plan-change.ts';
import { readProposedApi } from '../../pipeline/read-proposed-api.ts';
import { useRepository } from '../../platform/git/proposals/repository.ts';
import type { LintedApi, ProposalProblem } from '../../runtime/ports/proposals.ts';
import type { EngineOptions } from './engine-options.ts';
import { readText } from './read-text.ts';
import { toFindings } from './to-preview.ts';

/** Lints new APIs while people type them, each alone. */
export class DraftLint {
  readonly #options: EngineOptions;
  readonly #findBase: () => Promise<string>;

  /** `findBase` finds a commit with the settings of lint; while somebody types, it need not be the newest. */
  constructor(options: EngineOptions, findBase: () => Promise<string>) {
    this.#options = options;
    this.#findBase = findBase;
  }

  /** Rejects with the errors of proposals. */
  async lint(api: NewApi): Promise<LintedApi | ProposalProblem> {
    const { clock, timeWork } = this.#options;
    const proposed = await timeWork(() => readProposedApi(api.definition));
    if (typeof proposed === 'string') return { problem: 'change_invalid', reason: proposed };
    const config = await this.#readConfig();
    const diagnostics = await timeWork(() => lintProposedApi(api, proposed, { config, now: clock() }));
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
