import type { Book } from './book.ts';
import type { Loan } from './loan.ts';

export interface LibraryData {
  readonly books: readonly Book[];
  readonly loans: readonly Loan[];
}

const tempest = '2d7e8f90-a1b2-4c3d-9e4f-5a6b7c8d9e0f';
const reader = '6a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d';

/** Two libraries, told apart at a glance: the books of the sandbox are all by Test Author. */
export const libraryData: Readonly<Record<'production' | 'sandbox', LibraryData>> = {
  production: {
    books: [
      {
        id: '9f4c1d2e-6b3a-4f58-8e07-1a2b3c4d5e6f',
        isbn: '9780141439518',
        title: 'Pride and Prejudice',
        author: 'Jane Austen',
        language: 'en',
        publishedYear: 1813,
      },
      {
        id: tempest,
        isbn: '9780199536375',
        title: 'The Tempest',
        author: 'William Shakespeare',
        language: 'en',
        publishedYear: 1623,
      },
      {
        id: '74d2c6b8-5e1f-4a93-b0c7-d8e9f0a1b2c4',
        isbn: '9783150000014',
        title: 'Faust',
        author: 'Johann Wolfgang von Goethe',
        language: 'de',
        publishedYear: 1808,
      },
      {
        id: 'a0e1d2c3-b4f5-4768-9a8b-7c6d5e4f3a2b',
        isbn: '9780140449266',
        title: 'The Count of Monte Cristo',
        author: 'Alexandre Dumas',
        language: 'en',
        publishedYear: 1844,
      },
      {
        id: 'e7f8a9b0-c1d2-4e3f-8a4b-5c6d7e8f9a01',
        isbn: '9782070413119',
        title: 'Madame Bovary',
        author: 'Gustave Flaubert',
        language: 'fr',
        publishedYear: 1857,
      },
    ],
    loans: [
      {
        id: 'b8c9d0e1-f2a3-4b4c-9d5e-6f7a8b9c0d1e',
        bookId: tempest,
        borrowerId: reader,
        lentAt: '2026-08-20T10:00:00Z',
        dueDate: '2026-09-17',
      },
    ],
  },
  sandbox: {
    books: [
      {
        id: 'd1e2f3a4-b5c6-4d7e-8f90-a1b2c3d4e5f7',
        isbn: '9780000000002',
        title: 'A Test of Catalogs',
        author: 'Test Author',
        language: 'en',
        publishedYear: 2001,
      },
      {
        id: '58c7b6a5-9483-4271-8605-f4e3d2c1b0a9',
        isbn: '9780000000019',
        title: 'Samples of Everything',
        author: 'Test Author',
        language: 'en',
        publishedYear: 2002,
      },
    ],
    loans: [
      {
        id: '3f2e1d0c-4b5a-4697-8887-9a0b1c2d3e4f',
        bookId: 'd1e2f3a4-b5c6-4d7e-8f90-a1b2c3d4e5f7',
        borrowerId: reader,
        lentAt: '2026-01-01T00:00:00Z',
        dueDate: '2026-01-29',
      },
    ],
  },
};
