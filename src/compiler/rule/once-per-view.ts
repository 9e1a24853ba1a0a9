import type { OpenapiView } from '../workspace/openapi/openapi-view.ts';
import { oncePer } from './once-per.ts';

/** Finds out something of a whole document only where it is asked for, and only once. */
export function oncePerView<Result>(findOut: (view: OpenapiView) => Result): (view: OpenapiView) => Result {
  return oncePer(findOut);
}
