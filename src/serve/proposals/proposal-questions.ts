import type { Digest } from '#compiled/digest.ts';
import type { NewApi, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { ProposalProblem, Proposals, Proposer } from '#runtime/ports/proposals.ts';

/** One call of `Proposals`, as it is sent from thread to thread. */
export type ProposalQuestion =
  | { readonly ask: 'preview'; readonly change: ProposedChange; readonly person: Proposer }
  | {
      readonly ask: 'propose';
      readonly change: ProposedChange;
      readonly person: Proposer;
      readonly base: string;
    }
  | { readonly ask: 'readPatch'; readonly patch: Digest; readonly person: Proposer }
  | { readonly ask: 'list' | 'listAll'; readonly person: Proposer }
  | { readonly ask: 'readDefinition'; readonly text: string; readonly person: Proposer }
  | { readonly ask: 'lintApi'; readonly api: NewApi; readonly person: Proposer };

export type ProposalAnswer = Awaited<ReturnType<Proposals[ProposalQuestion['ask']]>>;

/** A question about a new API that somebody types; `config` is the Gateway document, with the settings of lint. */
export type DraftQuestion =
  | (ProposalQuestion & { readonly ask: 'readDefinition' })
  | (ProposalQuestion & { readonly ask: 'lintApi' } & { readonly config: string });

/** A question that takes the repository. */
export type RepositoryQuestion =
  | Exclude<ProposalQuestion, { readonly ask: DraftQuestion['ask'] }>
  | { readonly ask: 'readLintConfig'; readonly person: Proposer };

export type ThreadQuestion = DraftQuestion | RepositoryQuestion;

/** The text of the Gateway document is the answer to `readLintConfig`. */
export type ThreadAnswer = ProposalAnswer | string;

/** Passes a call on to the thread that proposes. Rejects if there is none, or if it ends meanwhile. */
export type AskProposals = (question: ProposalQuestion) => Promise<ProposalAnswer>;

/** What the served table declares for proposals. */
export interface ProposalPlace {
  /** Undefined if proposals are patches. */
  readonly settings: ProposalSettings | undefined;
  /** The host of the store. */
  readonly host: string;
}

/** The calls that a thread answers. */
export type ProposalThreadCalls<Question = ThreadQuestion> = {
  readonly answer: (asked: ProposalPlace & { readonly question: Question }) => Promise<ThreadAnswer>;
  /** Packs the repository unless a question is being answered; returns why that has failed. */
  readonly tidy: (nothing: undefined) => Promise<string | undefined>;
  readonly close: (nothing: undefined) => Promise<void>;
};

const failed: ProposalProblem = {
  problem: 'unavailable',
  reason: 'The gateway cannot make proposals now. Its operator finds the reason in its log.',
};

/** The proposals that another thread makes. */
export function proposalsBy(ask: AskProposals): Proposals {
  const answer = async <Name extends ProposalQuestion['ask']>(
    question: ProposalQuestion & { readonly ask: Name },
  ): Promise<Awaited<ReturnType<Proposals[Name]>>> => {
    const answered = await ask(question).catch(() => failed);
    // The answer is that to the question.
    return answered as Awaited<ReturnType<Proposals[Name]>>;
  };
  return {
    preview: (change, person) => answer({ ask: 'preview', change, person }),
    propose: (change, person, base) => answer({ ask: 'propose', change, person, base }),
    readPatch: (patch, person) => answer({ ask: 'readPatch', patch, person }),
    list: (person) => answer({ ask: 'list', person }),
    listAll: (person) => answer({ ask: 'listAll', person }),
    readDefinition: (text, person) => answer({ ask: 'readDefinition', text, person }),
    lintApi: (api, person) => answer({ ask: 'lintApi', api, person }),
  };
}
