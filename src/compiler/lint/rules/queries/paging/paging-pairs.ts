import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import type { PagingParameters } from '../../../resources/paging-parameters.ts';
import { parameterUse } from '#compiler/rule/parts/parameter-values.ts';

/**
 * Reports a parameter if an operation mixes both styles: one of the incomplete style, or else the page number or the
 * page size.
 */
export function findMixedStyles({
  limit: most,
  offset,
  pageSize,
  pageNumber,
}: PagingParameters): DefinitionFinding | undefined {
  const byIndex = most ?? offset;
  const byPage = pageNumber ?? pageSize;
  if (!byIndex || !byPage) return undefined;
  const isWhole = pageSize !== undefined && pageNumber !== undefined && (!most || !offset);
  const [culprit, other] = isWhole ? [byIndex, byPage] : [byPage, byIndex];
  return {
    at: parameterUse(culprit),
    message: `The query parameter \`${culprit.name}\` belongs to a different paging style than \`${other.name}\`.`,
    help: 'Keep `limit` and `offset`, or `pageSize` and `pageNumber`.',
  };
}

/** Reports a parameter without its counterpart. */
export function findUnpaired({
  limit: most,
  offset,
  pageSize,
  pageNumber,
}: PagingParameters): DefinitionFinding | undefined {
  const pairs = [
    [most, offset, 'offset'],
    [offset, most, 'limit'],
    [pageSize, pageNumber, 'pageNumber'],
    [pageNumber, pageSize, 'pageSize'],
  ] as const;
  const [unpaired, , lacking] = pairs.find(([one, other]) => one && !other) ?? [];
  if (!unpaired) return undefined;
  return {
    at: parameterUse(unpaired),
    message: `The query parameter \`${unpaired.name}\` has no matching \`${lacking}\`.`,
    help: `Add \`${lacking}\`.`,
  };
}
