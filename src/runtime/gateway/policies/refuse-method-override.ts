import type { Policy } from '../call.ts';
import { methodOverrides } from '../../../compiled/header-fate.ts';

/**
 * Refuses a header that requests another method from the upstream than the one that the gateway authorises, unless the
 * operation declares it.
 */
export const refuseMethodOverride: Policy = ({ request: { headers }, operation, api }) => {
  for (const name of methodOverrides) {
    if (headers[name] !== undefined && !api.part.validation.declaresHeader(operation, name))
      return { code: 'method_overridden' };
  }
  return undefined;
};
