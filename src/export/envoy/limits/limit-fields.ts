import { codeHeader, onResponse } from '../listener/change-response.ts';
import { unlimited } from './count-calls.ts';

const [limitHeader, resetHeader] = ['x-ratelimit-limit', 'x-ratelimit-reset'];

/**
 * The filters that correct what the counter writes into responses. It counts calls that nothing limits too, and it knows
 * when to try again only after the headers of its answer are made.
 */
export const correctLimitFields = [
  onResponse('unlimited', limitHeader, String(unlimited), [
    { remove: limitHeader },
    { remove: 'x-ratelimit-remaining' },
    { remove: resetHeader },
  ]),
  onResponse('retry-after', codeHeader, 'rate_limited', [
    {
      append: {
        header: { key: 'retry-after', value: `%RESP(${resetHeader})%` },
        append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
      },
    },
    { remove: codeHeader },
  ]),
];
