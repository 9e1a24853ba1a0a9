import type { ResourceService } from '../http/route.ts';
import { bookRoutes } from './book-routes.ts';
import type { LibraryData } from './library-data.ts';
import { openLibrary } from './library.ts';
import { loanRoutes } from './loan-routes.ts';
import { renewalRoutes } from './renewal-routes.ts';

/** LibraryCatalog, with books and loans of its own. */
export function libraryCatalog(data: LibraryData): ResourceService {
  const library = openLibrary(data);
  return {
    mediaType: 'application/hal+json',
    routes: [...bookRoutes(library), ...loanRoutes(library), ...renewalRoutes(library)],
  };
}
