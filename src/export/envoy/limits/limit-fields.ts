import { headerOption, ownFormat } from '../text/format-text.ts';
import { codeHeader, onResponse } from '../answers/change-response.ts';

/**
 * The filter that says when to try again: what counts calls knows it only after the headers of its answer are made.
 */
export const sayWhenToRetry = onResponse('retry-after', codeHeader, 'rate_limited', [
  {
    append: headerOption('retry-after', ownFormat('%RESP(x-ratelimit-reset)%')),
  },
  { remove: codeHeader },
]);
