/** The number of the page of a list that an address asks for, from 1 on. */
export function readPage(query: URLSearchParams): number {
  const page = Math.trunc(Number(query.get('page')));
  return page >= 1 ? page : 1;
}
