import type { PortalEndpoint } from '../visit/store-visit.ts';
import { answerProposalForm, showProposalForm } from './answer-form.ts';
import { downloadPatch } from './download-patch.ts';
import { answerFindings } from './draft/answer-findings.ts';
import { whereProposed } from './show-by-hand.ts';
import { showProposals } from './show-proposals.ts';

/** An OpenAPI document is encoded in a form, which may triple its size. */
const maxFormBytes = 8 * 1024 * 1024;

const form = '/proposals/new/:form';

export const proposalEndpoints: readonly PortalEndpoint[] = [
  {
    method: 'GET',
    path: '/proposals',
    use: 'page',
    audience: 'signed-in',
    answer: whereProposed(showProposals),
  },
  { method: 'GET', path: form, use: 'page', audience: 'signed-in', answer: whereProposed(showProposalForm) },
  {
    method: 'POST',
    path: form,
    use: 'form',
    audience: 'signed-in',
    maxFormBytes,
    answer: whereProposed(answerProposalForm),
  },
  {
    method: 'POST',
    path: '/proposals/patch',
    use: 'form',
    audience: 'signed-in',
    answer: whereProposed(downloadPatch),
  },
  {
    method: 'POST',
    path: '/proposals/findings',
    use: 'script',
    audience: 'signed-in',
    maxFormBytes,
    answer: whereProposed(answerFindings),
  },
];
