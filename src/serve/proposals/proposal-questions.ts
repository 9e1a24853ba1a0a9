import type { Digest } from '#compiled/digest.ts';
import type { NewApi } from '#compiled/proposals/proposed-change.ts';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type {
  StoredDefinition,
  MayBeStored,
  SentDefinition,
  WantedChange,
} from '#runtime/ports/stored-definition.ts';
import type {
  DisplayedBranch,
  DisplayedDecline,
  DisplayedMerge,
  ProposalProblem,
  Proposals,
  ProposalTopic,
  Proposer,
} from '#runtime/ports/proposals.ts';
import type { DefinitionBytes } from './definition-text.ts';

/** A call to `Proposals`, as it is sent between threads. */
export type ProposalQuestion =
  | { readonly method: 'preview'; readonly change: WantedChange; readonly person: Proposer }
  | {
      readonly method: 'propose';
      readonly change: WantedChange;
      readonly person: Proposer;
      readonly base: string;
    }
  | { readonly method: 'readDetails' | 'readDocument'; readonly api: string; readonly person: Proposer }
  | { readonly method: 'readPatch'; readonly patch: Digest; readonly person: Proposer }
  | { readonly method: 'list'; readonly person: Proposer }
  | { readonly method: 'listAll'; readonly topic: ProposalTopic; readonly person: Proposer }
  | { readonly method: 'read'; readonly branch: string; readonly person: Proposer }
  | { readonly method: 'withdraw'; readonly displayed: DisplayedBranch; readonly person: Proposer }
  | { readonly method: 'decline'; readonly displayed: DisplayedDecline; readonly person: Proposer }
  | { readonly method: 'approve'; readonly displayed: DisplayedMerge; readonly person: Proposer }
  | { readonly method: 'storeDefinition'; readonly definition: SentDefinition; readonly person: Proposer }
  | {
      readonly method: 'readDefinition';
      readonly text: string | StoredDefinition;
      readonly person: Proposer;
      readonly name?: string | undefined;
    }
  | { readonly method: 'lintApi'; readonly api: MayBeStored<NewApi>; readonly person: Proposer };

export type ProposalAnswer = Awaited<ReturnType<Proposals[ProposalQuestion['method']]>>;

/**
 * A question about a new API that a person is typing. `config` is the Gateway document, which contains the lint
 * settings.
 */
export type DraftQuestion =
  | (ProposalQuestion & { readonly method: 'readDefinition' })
  | (ProposalQuestion & { readonly method: 'lintApi' } & { readonly config: string });

/** A question that requires the repository. */
export type RepositoryQuestion =
  | Exclude<ProposalQuestion, { readonly method: DraftQuestion['method'] | 'storeDefinition' }>
  | { readonly method: 'readLintConfig'; readonly person: Proposer };

export type ThreadQuestion = DraftQuestion | RepositoryQuestion;

/** A string is the answer to `readLintConfig`: the text of the Gateway document. */
export type ThreadAnswer = ProposalAnswer | string;

/** Sends a question to the thread that makes proposals. Rejects if there is none, or if it ends before it answers. */
export type CallProposals = (question: ProposalQuestion) => Promise<ProposalAnswer>;

/** The settings for proposals that the served table declares. */
export interface ProposalPlace {
  /** Undefined if proposals are delivered as patches. */
  readonly settings: ProposalSettings | undefined;
  /** The host name of the store. */
  readonly host: string;
}

/** A question as it is sent to a thread. */
export interface ThreadRequest<Question = ThreadQuestion> extends ProposalPlace {
  readonly question: Question;
  readonly definition?: DefinitionBytes;
}

/** The calls that a proposal thread answers. */
export type ProposalThreadCalls<Question = ThreadQuestion> = {
  readonly answer: (request: ThreadRequest<Question>) => Promise<ThreadAnswer>;
  /** Packs the repository unless a question is being answered. Returns the error message if packing failed. */
  readonly tidy: (nothing: undefined) => Promise<string | undefined>;
  readonly close: (nothing: undefined) => Promise<void>;
};

const failed: ProposalProblem = {
  problem: 'unavailable',
  reason: 'The gateway cannot make proposals now. Its operator finds the reason in its log.',
};

/** Returns `Proposals` whose methods send questions to another thread. */
export function proposalsBy(call: CallProposals): Proposals {
  const answer = async <Name extends ProposalQuestion['method']>(
    question: ProposalQuestion & { readonly method: Name },
  ): Promise<Awaited<ReturnType<Proposals[Name]>>> => {
    const answered = await call(question).catch(() => failed);
    // The answer has the type that belongs to the question's method.
    return answered as Awaited<ReturnType<Proposals[Name]>>;
  };
  return {
    preview: (change, person) => answer({ method: 'preview', change, person }),
    propose: (change, person, base) => answer({ method: 'propose', change, person, base }),
    readDetails: (api, person) => answer({ method: 'readDetails', api, person }),
    readDocument: (api, person) => answer({ method: 'readDocument', api, person }),
    readPatch: (patch, person) => answer({ method: 'readPatch', patch, person }),
    list: (person) => answer({ method: 'list', person }),
    listAll: (topic, person) => answer({ method: 'listAll', topic, person }),
    read: (branch, person) => answer({ method: 'read', branch, person }),
    withdraw: (displayed, person) => answer({ method: 'withdraw', displayed, person }),
    decline: (displayed, person) => answer({ method: 'decline', displayed, person }),
    approve: (displayed, person) => answer({ method: 'approve', displayed, person }),
    storeDefinition: (definition, person) => answer({ method: 'storeDefinition', definition, person }),
    readDefinition: (text, person, name) => answer({ method: 'readDefinition', text, person, name }),
    lintApi: (api, person) => answer({ method: 'lintApi', api, person }),
  };
}
