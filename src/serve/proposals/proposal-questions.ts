import type { Digest } from '#compiled/digest.ts';
import type { NewApi, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { ProposalProblem, Proposals, Proposer } from '#runtime/ports/proposals.ts';

/** One call of `Proposals`, as it is sent from thread to thread. */
export type ProposalQuestion =
  | { readonly method: 'preview'; readonly change: ProposedChange; readonly person: Proposer }
  | {
      readonly method: 'propose';
      readonly change: ProposedChange;
      readonly person: Proposer;
      readonly base: string;
    }
  | { readonly method: 'readPatch'; readonly patch: Digest; readonly person: Proposer }
  | { readonly method: 'list' | 'listAll'; readonly person: Proposer }
  | { readonly method: 'readDefinition'; readonly text: string; readonly person: Proposer }
  | { readonly method: 'lintApi'; readonly api: NewApi; readonly person: Proposer };

export type ProposalAnswer = Awaited<ReturnType<Proposals[ProposalQuestion['method']]>>;

/** A question about a new API that somebody types; `config` is the Gateway document, with the settings of lint. */
export type DraftQuestion =
  | (ProposalQuestion & { readonly method: 'readDefinition' })
  | (ProposalQuestion & { readonly method: 'lintApi' } & { readonly config: string });

/** A question that takes the repository. */
export type RepositoryQuestion =
  | Exclude<ProposalQuestion, { readonly method: DraftQuestion['method'] }>
  | { readonly method: 'readLintConfig'; readonly person: Proposer };

export type ThreadQuestion = DraftQuestion | RepositoryQuestion;

/** The text of the Gateway document is the answer to `readLintConfig`. */
export type ThreadAnswer = ProposalAnswer | string;

/** Passes a call on to the thread that proposes. Rejects if there is none, or if it ends meanwhile. */
export type CallProposals = (question: ProposalQuestion) => Promise<ProposalAnswer>;

/** The settings for proposals that the served table declares. */
export interface ProposalPlace {
  /** Undefined if proposals are patches. */
  readonly settings: ProposalSettings | undefined;
  /** The host of the store. */
  readonly host: string;
}

/** The calls that a thread answers. */
export type ProposalThreadCalls<Question = ThreadQuestion> = {
  readonly answer: (request: ProposalPlace & { readonly question: Question }) => Promise<ThreadAnswer>;
  /** Packs the repository unless a question is being answered; returns why that has failed. */
  readonly tidy: (nothing: undefined) => Promise<string | undefined>;
  readonly close: (nothing: undefined) => Promise<void>;
};

const failed: ProposalProblem = {
  problem: 'unavailable',
  reason: 'The gateway cannot make proposals now. Its operator finds the reason in its log.',
};

/** The proposals that another thread makes. */
export function proposalsBy(call: CallProposals): Proposals {
  const answer = async <Name extends ProposalQuestion['method']>(
    question: ProposalQuestion & { readonly method: Name },
  ): Promise<Awaited<ReturnType<Proposals[Name]>>> => {
    const answered = await call(question).catch(() => failed);
    // The answer is that to the question.
    return answered as Awaited<ReturnType<Proposals[Name]>>;
  };
  return {
    preview: (change, person) => answer({ method: 'preview', change, person }),
    propose: (change, person, base) => answer({ method: 'propose', change, person, base }),
    readPatch: (patch, person) => answer({ method: 'readPatch', patch, person }),
    list: (person) => answer({ method: 'list', person }),
    listAll: (person) => answer({ method: 'listAll', person }),
    readDefinition: (text, person) => answer({ method: 'readDefinition', text, person }),
    lintApi: (api, person) => answer({ method: 'lintApi', api, person }),
  };
}
