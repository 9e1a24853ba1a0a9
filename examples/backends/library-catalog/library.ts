import type { Book } from './book.ts';
import type { Loan, Renewal } from './loan.ts';
import type { LibraryData } from './library-data.ts';

/** Everything that the library holds in memory. */
export interface Library {
  readonly books: Map<string, Book>;
  readonly loans: Map<string, Loan>;
  readonly renewals: Map<string, Renewal>;
}

const renewalsAllowed = 2;

export function openLibrary({ books, loans }: LibraryData): Library {
  return {
    books: new Map(books.map((book) => [book.id, book])),
    loans: new Map(loans.map((loan) => [loan.id, loan])),
    renewals: new Map(),
  };
}

/** The loan of a book that is out. */
export function loanOf({ loans }: Library, bookId: string): Loan | undefined {
  return [...loans.values()].find((loan) => loan.bookId === bookId);
}

export function renewalsOf({ renewals }: Library, loanId: string): readonly Renewal[] {
  return [...renewals.values()].filter((renewal) => renewal.loanId === loanId);
}

export function isRenewable(library: Library, loanId: string): boolean {
  return renewalsOf(library, loanId).length < renewalsAllowed;
}
