import { randomUUID } from 'node:crypto';
import { answerCollection, type CollectionView } from '../collection/answer-collection.ts';
import { filterConditions, filterItems } from '../collection/conditions.ts';
import { pageNumberPaging } from '../collection/paging.ts';
import { answerConditionally } from '../http/answer-conditionally.ts';
import { answerCreated, answerNothing, answerWith } from '../http/answers.ts';
import { checkBody } from '../http/check-body.ts';
import { RefusedRequest } from '../http/refused-request.ts';
import { requireItem } from '../http/require-item.ts';
import type { Answer, ResourceRequest, Route } from '../http/route.ts';
import { bookAddress, booksAddress, loanAddress, loansAddress } from './addresses.ts';
import { NewBookSchema, type Book } from './book.ts';
import { loanOf, type Library } from './library.ts';

const filterable = ['title', 'author', 'language', 'publishedYear'];

/** The books; the qualified identifier comes before the plain one, which would match it too. */
export function bookRoutes(library: Library): readonly Route[] {
  return [
    { method: 'GET', path: '/books', answer: ({ query }) => listBooks(library, query) },
    { method: 'POST', path: '/books', answer: ({ body }) => createBook(library, body) },
    { method: 'GET', path: '/books/isbn={isbn}', answer: (request) => getBookByIsbn(library, request) },
    { method: 'GET', path: '/books/{book_id}', answer: (request) => getBook(library, request) },
    { method: 'PUT', path: '/books/{book_id}', answer: (request) => replaceBook(library, request) },
    { method: 'DELETE', path: '/books/{book_id}', answer: (request) => deleteBook(library, request) },
  ];
}

function bookView(library: Library): CollectionView<Book> {
  return {
    path: booksAddress,
    name: 'books',
    paging: pageNumberPaging,
    sortable: ['title', 'author', 'publishedYear'],
    defaultSort: 'title',
    represent: (book) => representBook(library, book),
  };
}

/** A book that is out links to its loan, one that is there to where it can be borrowed. */
function representBook(library: Library, book: Book): object {
  const loan = loanOf(library, book.id);
  const action = loan ? { loan: { href: loanAddress(loan.id) } } : { borrow: { href: loansAddress } };
  return { ...book, _links: { self: { href: bookAddress(book.id) }, ...action } };
}

function listBooks(library: Library, query: URLSearchParams): Answer {
  const found = filterItems(library.books.values(), filterConditions(query, filterable));
  return answerCollection(found, query, bookView(library));
}

function getBook(library: Library, request: ResourceRequest): Answer {
  const book = findBook(library, request);
  return answerConditionally(request, bookAddress(book.id), representBook(library, book));
}

function getBookByIsbn(library: Library, { identifiers }: ResourceRequest): Answer {
  const book = findByIsbn(library, identifiers['isbn']);
  if (book) return answerWith(representBook(library, book));
  throw new RefusedRequest(404, 'book_not_found', 'There is no such book.');
}

function createBook(library: Library, body: unknown): Answer {
  const book = { id: randomUUID(), ...checkBody(NewBookSchema, body) };
  requireFreeIsbn(library, book);
  library.books.set(book.id, book);
  return answerCreated(bookAddress(book.id), representBook(library, book));
}

function replaceBook(library: Library, request: ResourceRequest): Answer {
  const book = { id: findBook(library, request).id, ...checkBody(NewBookSchema, request.body) };
  requireFreeIsbn(library, book);
  library.books.set(book.id, book);
  return answerNothing();
}

function deleteBook(library: Library, request: ResourceRequest): Answer {
  const { id } = findBook(library, request);
  if (loanOf(library, id)) throw new RefusedRequest(409, 'book_is_out', 'The book is out.');
  library.books.delete(id);
  return answerNothing();
}

function findBook({ books }: Library, { identifiers }: ResourceRequest): Book {
  return requireItem(books, identifiers['book_id'], 'book');
}

function findByIsbn({ books }: Library, isbn: string | undefined): Book | undefined {
  return [...books.values()].find((book) => book.isbn === isbn);
}

function requireFreeIsbn(library: Library, { id, isbn }: Book): void {
  const other = findByIsbn(library, isbn);
  if (!other || other.id === id) return;
  throw new RefusedRequest(409, 'isbn_taken', 'Another book has this ISBN.');
}
