import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import { isNumericText } from '../../../resources/is-sequence.ts';
import {
  pagingParameters,
  otherPagingRole,
  type PagingParameters,
} from '../../../resources/paging-parameters.ts';
import { parameterValues } from '#compiler/rule/parts/parameter-values.ts';
import { roleInPlace } from '../../../resources/query-roles.ts';

/** A parameter for paging in another style, and its name in one of the two styles, if that style has an equivalent. */
export interface OtherPaging {
  readonly parameter: ParameterNode;
  readonly instead: string | undefined;
}

/** Names of paging parameters, if the other parameters of the collection confirm it. */
const positions: ReadonlyMap<string, string | undefined> = new Map([
  ['page', 'pageNumber'],
  ['skip', 'offset'],
  ['start', 'offset'],
  ['cursor', undefined],
  ['marker', undefined],
  ['continue', undefined],
]);
const sizes: ReadonlyMap<string, string> = new Map([
  ['top', 'limit'],
  ['count', 'limit'],
  ['rows', 'limit'],
  ['size', 'pageSize'],
]);

/** Names that certainly mean paging, even without another parameter. */
const certainByThemselves = new Set(['page', 'skip', 'cursor', 'top']);

const numeric = new Set(['page', 'skip', 'start', 'top', 'count', 'rows', 'size']);

/** The parameters for paging a collection in any way other than `limit` and `offset` or page numbers. */
export function otherPaging(operation: OperationNode): readonly OtherPaging[] {
  const own = pagingParameters(operation);
  const isPageless = (own.offset ?? own.pageNumber) === undefined;
  const isSized = isPageless && [...operation.query.values()].some(isCertainlySize);
  const parameters = [...operation.query.values()].filter((one) => fitsItsName(one, isSized));
  const hasOwnSize = (own.limit ?? own.pageSize) !== undefined;
  const lacksSize = !hasOwnSize && !isPageless;
  const hasPosition = lacksSize || parameters.some(({ name }) => positions.has(name));
  const hasSize = hasOwnSize || parameters.some(({ name }) => sizes.has(name) || isSizeInPlace(name));
  return parameters.flatMap((parameter) => {
    const { name } = parameter;
    const sure = otherPagingRole(parameter);
    if (sure) return [{ parameter, instead: inStyleOf(own, sure.instead) }];
    const isPosition = positions.has(name) && (hasSize || certainByThemselves.has(name));
    const isSize = sizes.has(name) && (hasPosition || certainByThemselves.has(name));
    const position = saysCursor(parameter) ? undefined : positions.get(name);
    const instead = position ?? inStyleOf(own, sizes.get(name));
    return isPosition || isSize ? [{ parameter, instead }] : [];
  });
}

/** The name of a size that matches the offset or the page number next to it; other names are unchanged. */
function inStyleOf(
  { offset, pageNumber }: PagingParameters,
  instead: string | undefined,
): string | undefined {
  if (instead !== 'limit' && instead !== 'pageSize') return instead;
  if (offset) return 'limit';
  return pageNumber ? 'pageSize' : instead;
}

/** Whether a parameter is a string with a cursor, which no number can replace. */
function saysCursor(parameter: ParameterNode): boolean {
  return (
    parameter.schema?.isOnly('string') === true && /\bcursor\b/i.test(parameter.text('description') ?? '')
  );
}

/** Whether a parameter surely is the size of a page. */
function isCertainlySize({ name }: ParameterNode): boolean {
  return /^(limit|page_?size)$/i.test(name) || isSizeInPlace(name);
}

/**
 * Whether the type of a parameter fits its name: a page or a count is a number, a cursor is a string. A page number may
 * be declared as a string if its description or a size next to it shows its meaning.
 */
function fitsItsName(parameter: ParameterNode, isSized: boolean): boolean {
  const { name, schema } = parameter;
  const types = (schema?.types ?? []).filter((type) => type !== 'null');
  if (types.length === 0 || (!positions.has(name) && !sizes.has(name))) return true;
  if (name === 'page' && types.every((type) => type === 'string')) {
    if (isSized || saysPages(parameter)) return true;
  }
  return types.every((type) =>
    numeric.has(name) ? type === 'integer' || type === 'number' : type === 'string',
  );
}

const pageWords =
  /\bpages?\b[^.]{0,20}\b(number|no|index|count|size|results?|to (return|retrieve|fetch))\b|paginat|\bpaging\b|results|cursor|^(the )?page\.?$/i;

/**
 * Whether the description, the pattern or the values of a parameter show that it is a page of a collection, rather than
 * of a book.
 */
function saysPages(parameter: ParameterNode): boolean {
  const description = parameter.text('description') ?? '';
  if (pageWords.test(description) || (parameter.schema && isNumericText(parameter.schema))) return true;
  return parameterValues(parameter).some(({ value }) => typeof value === 'string' && /^\d+$/.test(value));
}

function isSizeInPlace(name: string): boolean {
  const instead = roleInPlace(name)?.instead;
  return instead === 'pageSize' || instead === 'limit';
}
