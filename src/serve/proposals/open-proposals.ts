import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { StoredDefinitions } from './stored-definitions.ts';
import { limitQuestions } from './limits/limit-questions.ts';
import { StoppedPersons } from './limits/stopped-persons.ts';
import type {
  CallProposals,
  ProposalAnswer,
  ProposalPlace,
  ProposalQuestion,
  ThreadAnswer,
  ThreadRequest,
} from './proposal-questions.ts';
import { ProposalThread, type ThreadWork } from './proposal-thread.ts';

/** The settings that proposals need. */
type StoreSettings = Pick<GatewaySettings, 'store' | 'storeUrl'>;

/** The maximum duration of a task, in milliseconds. The first plan of 10,000 APIs takes half a minute. */
const maxWork = { planMs: 120_000, draftMs: 15_000 };

/**
 * Opens two threads for proposals, so that drafts do not delay plans or lists; `opened` ends both. `settings` returns
 * the settings of the served table.
 */
export function openProposals(
  options: GatewayOptions,
  settings: () => StoreSettings | undefined,
  opened: AsyncDisposableStack,
  { planMs, draftMs }: typeof maxWork = maxWork,
): CallProposals {
  const stopped = new StoppedPersons(systemClock);
  const open = (work: ThreadWork) =>
    opened.adopt(new ProposalThread(options, work, stopped), (thread) => thread.close());
  const threads = {
    plans: open({ file: 'proposal-thread', task: 'plan', maxMs: planMs }),
    drafts: open({ file: 'draft-thread', task: 'draft', maxMs: draftMs }),
  };
  const stored = opened.adopt(new StoredDefinitions(systemClock), (definitions) => definitions.close());
  return limitQuestions(async (question) => {
    if (question.method === 'storeDefinition') return stored.keep(question.definition, question.person.id);
    const refused = stopped.refuse(question);
    if (refused) return refused;
    const definition = stored.find(question);
    if (definition && 'problem' in definition) return definition;
    const answer = await send(threads, { ...placeOf(settings()), question, definition });
    // Only `readLintConfig`, which `question` is not, is answered with a string.
    return answer as ProposalAnswer;
  });
}

function placeOf(served: StoreSettings | undefined): ProposalPlace {
  if (!served?.store || served.storeUrl === undefined)
    throw new Error('a proposal was asked for without a store');
  return { settings: served.store.proposals, host: new URL(served.storeUrl).hostname };
}

interface Threads {
  readonly plans: ProposalThread;
  readonly drafts: ProposalThread;
}

type SentQuestion = Exclude<ProposalQuestion, { readonly method: 'storeDefinition' }>;

async function send(
  { plans, drafts }: Threads,
  { question, definition, ...place }: ThreadRequest<SentQuestion>,
): Promise<ThreadAnswer> {
  if (question.method === 'readDefinition') return drafts.request({ ...place, question, definition });
  if (question.method !== 'lintApi') return plans.request({ ...place, question, definition });
  const { person } = question;
  const config = await plans.request({ ...place, question: { method: 'readLintConfig', person } });
  return typeof config === 'string'
    ? drafts.request({ ...place, question: { ...question, config }, definition })
    : config;
}
