import { randomUUID } from 'node:crypto';
import { answerCollection, type CollectionView } from '../collection/answer-collection.ts';
import { equalityConditions, filterItems } from '../collection/conditions.ts';
import { pageNumberPaging } from '../collection/paging.ts';
import { answerCreated, answerNothing, answerWith } from '../http/answers.ts';
import { checkBody } from '../http/check-body.ts';
import { RefusedRequest } from '../http/refused-request.ts';
import { requireItem } from '../http/require-item.ts';
import type { Answer, ResourceRequest, Route } from '../http/route.ts';
import { bookAddress, loanAddress, loansAddress, renewalsAddress } from './addresses.ts';
import { isRenewable, loanOf, renewalsOf, type Library } from './library.ts';
import { NewLoanSchema, type Loan } from './loan.ts';

const loanMilliseconds = 28 * 24 * 60 * 60 * 1000;

/** The loans: one for each book that is out. */
export function loanRoutes(library: Library): readonly Route[] {
  return [
    { method: 'GET', path: '/loans', answer: ({ query }) => listLoans(library, query) },
    { method: 'POST', path: '/loans', answer: ({ body }) => createLoan(library, body) },
    { method: 'GET', path: '/loans/{loan_id}', answer: (request) => getLoan(library, request) },
    { method: 'DELETE', path: '/loans/{loan_id}', answer: (request) => deleteLoan(library, request) },
  ];
}

/** The loan that a path names. Throws a 404. */
export function findLoan({ loans }: Library, { identifiers }: ResourceRequest): Loan {
  return requireItem(loans, identifiers['loan_id'], 'loan');
}

function loanView(library: Library): CollectionView<Loan> {
  return {
    path: loansAddress,
    name: 'loans',
    paging: pageNumberPaging,
    sortable: ['dueDate', 'lentAt'],
    defaultSort: 'dueDate',
    represent: (loan) => representLoan(library, loan),
  };
}

function representLoan(library: Library, { bookId, ...loan }: Loan): object {
  const renewals = { href: renewalsAddress(loan.id) };
  return {
    ...loan,
    _embedded: { book: referToBook(library, bookId) },
    _links: {
      self: { href: loanAddress(loan.id) },
      renewals,
      ...(isRenewable(library, loan.id) && { renew: renewals }),
    },
  };
}

function referToBook({ books }: Library, bookId: string): object {
  const { id, title } = requireItem(books, bookId, 'book');
  return { id, title, _links: { self: { href: bookAddress(id) } } };
}

function listLoans(library: Library, query: URLSearchParams): Answer {
  const found = filterItems(library.loans.values(), equalityConditions(query, ['bookId', 'borrowerId']));
  return answerCollection(found, query, loanView(library));
}

function getLoan(library: Library, request: ResourceRequest): Answer {
  return answerWith(representLoan(library, findLoan(library, request)));
}

function createLoan(library: Library, body: unknown): Answer {
  const { bookId, borrowerId } = checkBody(NewLoanSchema, body);
  requireBookToLend(library, bookId);
  const now = Date.now();
  const dueDate = new Date(now + loanMilliseconds).toISOString().slice(0, 10);
  const loan = { id: randomUUID(), bookId, borrowerId, lentAt: new Date(now).toISOString(), dueDate };
  library.loans.set(loan.id, loan);
  return answerCreated(loanAddress(loan.id), representLoan(library, loan));
}

function requireBookToLend(library: Library, bookId: string): void {
  if (!library.books.has(bookId)) throw new RefusedRequest(422, 'book_unknown', 'bookId names no book.');
  if (loanOf(library, bookId)) throw new RefusedRequest(409, 'book_is_out', 'The book is out.');
}

function deleteLoan(library: Library, request: ResourceRequest): Answer {
  const { id } = findLoan(library, request);
  for (const renewal of renewalsOf(library, id)) library.renewals.delete(renewal.id);
  library.loans.delete(id);
  return answerNothing();
}
