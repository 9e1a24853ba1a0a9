import { RefusedRequest } from '../http/refused-request.ts';

/** How an API's query names a page. */
export interface Paging {
  readonly sizeParameter: string;
  readonly positionParameter: string;
  readonly firstPosition: number;
  /** The index of the first item of the page at a position. */
  startOf(position: number, size: number): number;
  /** The position of the page that begins at an index. */
  positionOf(start: number, size: number): number;
}

export const offsetPaging: Paging = {
  sizeParameter: 'limit',
  positionParameter: 'offset',
  firstPosition: 0,
  startOf: (offset) => offset,
  positionOf: (start) => start,
};

export const pageNumberPaging: Paging = {
  sizeParameter: 'pageSize',
  positionParameter: 'pageNumber',
  firstPosition: 1,
  startOf: (pageNumber, pageSize) => (pageNumber - 1) * pageSize,
  positionOf: (start, pageSize) => start / pageSize + 1,
};

export interface Page {
  readonly size: number;
  readonly start: number;
}

const defaultSize = 20;
const largestSize = 100;

/** The page that a query asks for. Throws a 400 or a 422 where it asks for none that could be. */
export function readPage(query: URLSearchParams, paging: Paging): Page {
  const { sizeParameter, positionParameter, firstPosition } = paging;
  const size = readInteger(query, sizeParameter, defaultSize, 1, largestSize);
  const position = readInteger(
    query,
    positionParameter,
    firstPosition,
    firstPosition,
    Number.MAX_SAFE_INTEGER,
  );
  return { size, start: paging.startOf(position, size) };
}

function readInteger(
  query: URLSearchParams,
  name: string,
  absent: number,
  least: number,
  most: number,
): number {
  const text = query.get(name);
  if (text === null) return absent;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new RefusedRequest(
    Number.isNaN(number) ? 400 : 422,
    'parameter_invalid',
    `${name} must be a whole number from ${least} to ${most}.`,
  );
}
