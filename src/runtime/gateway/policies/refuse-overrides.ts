import type { Policy } from '../call.ts';
import { methodOverrides, pathOverrides } from '#compiled/header-fate.ts';

/**
 * Refuses a header that makes some servers use a different method or path than the gateway authorizes, unless the
 * operation declares the header.
 */
export const refuseOverrides: Policy = ({ request: { headers }, operation, api }) => {
  const isOverridden = (name: string) =>
    headers[name] !== undefined && !api.part.validation.declaresHeader(operation, name);
  if (methodOverrides.some(isOverridden)) return { code: 'method_overridden' };
  return pathOverrides.some(isOverridden) ? { code: 'path_overridden' } : undefined;
};
