import type { CompiledOperation } from '../../../compiled/compiled-api.ts';
import { matchByRouter } from './match-by-router.ts';
import { groupResources, type MatchResource, type Resource } from './resource.ts';
import { ResourceTree, undecided } from './resource-tree.ts';

/**
 * Builds the matcher of an API: a tree for usual paths and templates, and a router for all others. Never throws: templates
 * that match the same paths become one resource.
 */
export function createMatcher(operations: readonly CompiledOperation[]): MatchResource {
  const resources = groupResources(operations);
  const tree = new ResourceTree<Resource>();
  for (const resource of resources.values()) tree.add(resource.template, resource);
  let route: MatchResource | undefined;
  return (path) => {
    const values: string[] = [];
    const store = isPlain(path) ? tree.find(path, values) : undecided;
    if (store === undecided) return (route ??= matchByRouter(resources))(path);
    return store && { store, values };
  };
}

/** Whether every character of a path stands for itself, in the router too; `#` and `?` are in no path. */
function isPlain(path: string): boolean {
  return !path.includes('%') && !path.includes('*');
}
