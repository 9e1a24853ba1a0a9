import { headerOption, ownFormat } from '../text/format-text.ts';
import { codeHeader, onResponse } from '../answers/change-response.ts';

/**
 * The filter that adds Retry-After to a rate-limited response. The filter that counts calls knows the time only after
 * it has created the headers of its response.
 */
export const sayWhenToRetry = onResponse('retry-after', codeHeader, 'rate_limited', [
  {
    append: headerOption('retry-after', ownFormat('%RESP(x-ratelimit-reset)%')),
  },
  { remove: codeHeader },
]);
