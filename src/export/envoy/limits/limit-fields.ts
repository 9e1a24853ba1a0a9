import { codeHeader, onResponse } from '../listener/change-response.ts';

/**
 * The filter that says when to try again: what counts calls knows it only after the headers of its answer are made.
 */
export const sayWhenToRetry = onResponse('retry-after', codeHeader, 'rate_limited', [
  {
    append: {
      header: { key: 'retry-after', value: '%RESP(x-ratelimit-reset)%' },
      append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
    },
  },
  { remove: codeHeader },
]);
