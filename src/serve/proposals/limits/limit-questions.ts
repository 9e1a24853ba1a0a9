import type { ProposalProblem } from '#runtime/ports/proposals.ts';
import { PersonSlots, type SlotLimits } from '../../served/person-slots.ts';
import type { CallProposals, ProposalQuestion } from '../proposal-questions.ts';

const limits = {
  /** Previews and proposals run one after another, and each may take seconds. */
  planning: { all: 16, ofPerson: 1 },
  /** These do not count as drafts. */
  definitions: { all: 8, ofPerson: 1 },
  /** Requests share what is read. */
  lists: { all: 32, ofPerson: 2 },
  /** The main thread stores them. */
  uploads: { all: 32, ofPerson: 4 },
  /** A person may have one current draft, and one that it has superseded. */
  drafts: { all: 8, ofPerson: 2 },
} as const satisfies Readonly<Record<string, SlotLimits>>;

type Limited = keyof typeof limits;

const limitOf: Readonly<Record<ProposalQuestion['method'], Limited>> = {
  preview: 'planning',
  propose: 'planning',
  readDetails: 'planning',
  readDocument: 'planning',
  read: 'planning',
  approve: 'planning',
  withdraw: 'planning',
  decline: 'planning',
  storeDefinition: 'uploads',
  readDefinition: 'definitions',
  list: 'lists',
  listAll: 'lists',
  readPatch: 'lists',
  lintApi: 'drafts',
};

const reasons: Readonly<Record<Limited, string>> = {
  planning: 'The gateway is planning another change of yours, or too many changes at once.',
  lists: 'Proposals are already being read for you, or for too many others.',
  definitions: 'Too many documents are being read now.',
  uploads: 'Too many documents are being sent now.',
  drafts: 'Too many documents are being checked now.',
};

/**
 * Returns a function that refuses a question while the person, or all persons together, have too many questions of the
 * same kind.
 */
export function limitQuestions(call: CallProposals): CallProposals {
  const slots: Readonly<Record<Limited, PersonSlots>> = {
    planning: new PersonSlots(limits.planning),
    definitions: new PersonSlots(limits.definitions),
    lists: new PersonSlots(limits.lists),
    uploads: new PersonSlots(limits.uploads),
    drafts: new PersonSlots(limits.drafts),
  };
  return async (question) => {
    const limited = limitOf[question.method];
    using slot = slots[limited].take(question.person.id);
    if (!slot) return { problem: 'busy', reason: reasons[limited] } satisfies ProposalProblem;
    return await call(question);
  };
}
