import type { Rule } from '../rule/define-rule.ts';
import { negotiationByHeader } from './rules/queries/negotiation-by-header.ts';
import { queryCamelCase } from './rules/queries/query-camel-case.ts';
import { queryFilter } from './rules/queries/query-filter.ts';
import { queryPagingOffered } from './rules/queries/query-paging-offered.ts';
import { queryPagingStyle } from './rules/queries/query-paging-style.ts';
import { queryPagingTypes } from './rules/queries/query-paging-types.ts';
import { querySort } from './rules/queries/query-sort.ts';
import { querySortDefault } from './rules/queries/query-sort-default.ts';

/** The rules on query parameters and headers of requests, in the order in which they are listed to people. */
export const queryRules: readonly Rule[] = [
  queryCamelCase,
  queryPagingStyle,
  queryPagingTypes,
  queryPagingOffered,
  querySort,
  querySortDefault,
  queryFilter,
  negotiationByHeader,
];
