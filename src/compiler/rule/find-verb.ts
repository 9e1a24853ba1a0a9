import type { PathNode } from '../workspace/openapi/path-node.ts';
import { branchesAlong, pathTreeOf } from './path-tree.ts';
import { readWords } from './read-words.ts';
import type { ResourceName } from './resource-names.ts';
import { splitWords } from './split-words.ts';

/** Words that are verbs wherever a path has them, alone or before what something is done with. */
export const verbs: readonly string[] = readWords(`
  accept acknowledge activate add analyse analyze apply approve assign attach authenticate authorise
  authorize bind calculate classify compress compute confirm convert create deactivate decline decode
  decompress decrypt delete deny deploy deregister destroy detach detect disable disassociate disconnect
  edit enable encode encrypt enrol enroll evaluate execute fetch finalise finalize find generate get insert
  install invoke modify notify parse perform predict publish recommend reject remove rename render replace
  rerun resend resolve retrieve save simulate submit subscribe suggest synchronise synchronize translate
  unarchive unassign unbind unblock undelete undeploy unenrol unenroll unfollow uninstall unlink unlock
  unpublish unregister unsubscribe update validate verify
`);

/** Words that alone are verbs; before a noun they may say which one it is (`refresh_tokens`, `start_dates`). */
const verbsAlone = readWords(`
  acquire begin buy cancel choose compare finish follow merge obtain pay receive refresh renew restart
  restore resume retry revoke sell send start stop suspend terminate withdraw
`);

/** Words that alone are nouns as often. */
const nounsAlone = readWords(
  'browse copy download list mark move read register reset search set show upload',
);

const alone = new Set(verbsAlone);
const beforeResources = new Set([...verbsAlone, ...nounsAlone]);

/** With one of these, a verb has become a noun: `add_ons`. */
const particles = new Set(readWords('on ons in ins up ups out outs off offs down downs'));

/** What a verb may say the kind of: a remove token is a token. */
const qualified = new Set(readWords('history log logs marker markers request requests token tokens'));
const neverQualify = new Set(readWords('add create fetch find generate get retrieve validate verify'));

/** How many are meant, before the verb that says what is done with them: `bulk_delete`. */
const extents = new Set(['bulk', 'batch', 'mass', 'multi']);

/**
 * The verb that a name in a path begins with, in lower case: one that is nothing else, that stands alone, or that
 * stands before what is a resource at the same place (`list_dogs` beside `dogs`).
 */
export function findVerb(
  path: PathNode,
  { text, index }: ResourceName,
  surely: ReadonlySet<string>,
): string | undefined {
  const [extent = '', ...others] = splitWords(text).map((word) => word.toLowerCase());
  const words = extents.has(extent) && others.length > 0 ? others : [extent, ...others];
  const [verb = '', next] = words;
  if (words.length === 2 && particles.has(next ?? '')) return undefined;
  if (words.length === 2 && qualified.has(next ?? '') && !neverQualify.has(verb)) return undefined;
  if (surely.has(verb)) return verb;
  if (words.length === 1) return alone.has(verb) && !isCollection(path, index) ? verb : undefined;
  return beforeResources.has(verb) && hasSibling(path, index, text) ? verb : undefined;
}

/** Buses call at `/stop/{stopId}`. */
function isCollection({ segments }: PathNode, index: number): boolean {
  return segments[index + 1]?.parameters.length === 1;
}

function hasSibling(path: PathNode, index: number, text: string): boolean {
  const parent = index === 0 ? pathTreeOf(path.view) : branchesAlong(path)[index - 1];
  const rest = withoutFirstWord(text);
  return [rest, rest.charAt(0).toLowerCase() + rest.slice(1)].some((name) => parent?.statics.has(name));
}

/** `dogs` of `list_dogs`, `Dogs` of `listDogs`. */
export function withoutFirstWord(text: string): string {
  return text.replace(/^([A-Z]?[a-z]+|[A-Z]+(?=[A-Z]))[^A-Za-z0-9]*/, '');
}
