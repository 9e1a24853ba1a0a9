import { randomUUID } from 'node:crypto';
import { answerCollection, type CollectionView } from '../collection/answer-collection.ts';
import { pageNumberPaging } from '../collection/paging.ts';
import { answerCreated, answerWith } from '../http/answers.ts';
import { checkBody } from '../http/check-body.ts';
import { RefusedRequest } from '../http/refused-request.ts';
import { requireItem } from '../http/require-item.ts';
import type { Answer, ResourceRequest, Route } from '../http/route.ts';
import { renewalsAddress } from './addresses.ts';
import { isRenewable, renewalsOf, type Library } from './library.ts';
import { findLoan } from './loan-routes.ts';
import { NewRenewalSchema, type Loan, type Renewal } from './loan.ts';

const collection = '/loans/{loan_id}/renewals';

/** The renewals of each loan. */
export function renewalRoutes(library: Library): readonly Route[] {
  return [
    { method: 'GET', path: collection, answer: (request) => listRenewals(library, request) },
    { method: 'POST', path: collection, answer: (request) => createRenewal(library, request) },
    { method: 'GET', path: `${collection}/{renewal_id}`, answer: (request) => getRenewal(library, request) },
  ];
}

function renewalView(loanId: string): CollectionView<Renewal> {
  return {
    path: renewalsAddress(loanId),
    name: 'renewals',
    paging: pageNumberPaging,
    sortable: ['renewedAt'],
    defaultSort: 'renewedAt',
    represent: representRenewal,
  };
}

function renewalAddress({ loanId, id }: Renewal): string {
  return `${renewalsAddress(loanId)}/${id}`;
}

function representRenewal(renewal: Renewal): object {
  const { id, renewedAt, dueDate } = renewal;
  return { id, renewedAt, dueDate, _links: { self: { href: renewalAddress(renewal) } } };
}

function listRenewals(library: Library, request: ResourceRequest): Answer {
  const { id } = findLoan(library, request);
  return answerCollection(renewalsOf(library, id), request.query, renewalView(id));
}

function getRenewal(library: Library, request: ResourceRequest): Answer {
  const loan = findLoan(library, request);
  const renewal = requireItem(library.renewals, request.identifiers['renewal_id'], 'renewal');
  if (renewal.loanId === loan.id) return answerWith(representRenewal(renewal));
  throw new RefusedRequest(404, 'renewal_not_found', 'There is no such renewal.');
}

function createRenewal(library: Library, request: ResourceRequest): Answer {
  const loan = findLoan(library, request);
  const { dueDate } = checkBody(NewRenewalSchema, request.body);
  requireRenewable(library, loan, dueDate);
  const renewal = { id: randomUUID(), loanId: loan.id, renewedAt: new Date().toISOString(), dueDate };
  library.renewals.set(renewal.id, renewal);
  library.loans.set(loan.id, { ...loan, dueDate });
  return answerCreated(renewalAddress(renewal), representRenewal(renewal));
}

function requireRenewable(library: Library, loan: Loan, dueDate: string): void {
  if (!isRenewable(library, loan.id)) {
    throw new RefusedRequest(409, 'renewals_used_up', 'The loan has been renewed as often as it may be.');
  }
  if (dueDate <= loan.dueDate)
    throw new RefusedRequest(422, 'due_date_too_early', 'dueDate must be a later day.');
}
