import { effectiveEndpoints } from '#compiler/workspace/urls/effective-endpoints.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

/**
 * The deployments in which an API has no production endpoint, to append to `no production endpoint`: empty if these are
 * all deployments, undefined if there are none.
 */
export function withoutProduction(api: DeclaredApi, deployments: readonly string[]): string | undefined {
  const missing = deployments.filter((deployment) => !effectiveEndpoints(api, deployment).production);
  if (missing.length === 0) return undefined;
  if (missing.length === deployments.length) return '';
  const list = new Intl.ListFormat('en').format(missing);
  return ` in the ${missing.length === 1 ? 'deployment' : 'deployments'} ${list}`;
}
