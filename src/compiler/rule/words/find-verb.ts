import type { PathNode } from '../../../openapi/model.ts';
import { branchesAlong, pathTreeOf } from '../paths/path-tree.ts';
import { readWords, splitWords } from './split-words.ts';
import type { ResourceName } from '../paths/resource-names.ts';
import { numberOf } from './word-number.ts';

/** Words that are verbs wherever they are in a path, as the only word or before an object. */
export const verbs: readonly string[] = readWords(`
  accept acknowledge activate add allocate analyse analyze append apply approve assign attach authenticate
  authorise authorize bind calculate classify compress compute configure confirm convert create deactivate
  decline decode decompress decrypt defend delete deny deploy deregister describe destroy detach detect
  disable disassociate disconnect edit enable encode encrypt enrol enroll escalate evaluate execute fetch
  finalise finalize find generate get identify ignore initiate insert install invoke migrate modify notify
  parse perform predict promote publish reactivate reassign recalculate reclaim recommend recompute
  reconcile redact redeem regenerate reject remove rename render reopen replace rerequest rerun reschedule
  resend resize resolve retrieve revert rotate save shorten simulate submit subscribe suggest synchronise
  synchronize translate unarchive unassign unbind unblock undelete undeploy undo unenrol unenroll unfollow
  unhide uninstall unlink unlock unmute unpause unpublish unregister unsubscribe untag update validate
  verify
`);

/** Verbs as the only word; before a noun they may specify it (`refresh_tokens`, `start_dates`). */
const verbsAlone = readWords(`
  acquire begin buy cancel choose compare finish follow merge obtain pay receive refresh renew restart
  restore resume retry revoke sell send start stop suspend terminate withdraw
`);

/** Words that are as often nouns, as the only word. */
const nounsAlone = readWords(
  'browse copy download list mark move read register reset search set show upload',
);

/** Verbs if POST is the only method, before one object: `send_message`. */
const beforeOne = new Set(
  readWords(`
    acquire cancel choose finish make move obtain pay receive reset restart resume revoke send set stop suspend
    terminate withdraw
  `),
);

const alone = new Set(verbsAlone);
const beforeResources = new Set([...verbsAlone, ...nounsAlone]);

/** With one of these, a verb changed to a noun: `add_ons`. */
const particles = new Set(readWords('on ons in ins up ups out outs off offs down downs'));

/** Nouns that a verb may specify: a remove token is a token. */
const qualified = new Set(readWords('history log logs marker markers request requests token tokens'));
const neverQualify = new Set(readWords('add create fetch find generate get retrieve validate verify'));

/** Words for a number, before the verb: `bulk_delete`. */
const extents = new Set(['bulk', 'batch', 'mass', 'multi']);

/**
 * The verb that a name in a path begins with, in lower case: one that is nothing else, that is the only word, that is
 * before a resource at the same place (`list_dogs` next to `dogs`), or that is all the path is for.
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
  if (words.length === 1) {
    const isVerb = alone.has(verb) ? !isCollection(path, index) : verb === 'list' && isListing(path, index);
    return isVerb ? verb : undefined;
  }
  if (beforeResources.has(verb) && hasSibling(path, index, text)) return verb;
  return beforeOne.has(verb) && isCall(path, index) && numberOf(text) === 'singular' ? verb : undefined;
}

/** Whether a GET is all that a path has below the name of a collection: `/dogs/list`. */
function isListing(path: PathNode, index: number): boolean {
  const above = path.segments[index - 1];
  if (above?.form !== 'static' || numberOf(above.text) !== 'plural') return false;
  return isLeaf(path, index) && path.operations.every(({ method }) => method === 'GET');
}

function isCall(path: PathNode, index: number): boolean {
  return isLeaf(path, index) && path.operations.every(({ method }) => method === 'POST');
}

/** Whether a path with operations ends at an element, and nothing is identified below it. */
function isLeaf(path: PathNode, index: number): boolean {
  if (index < path.segments.length - 1 || path.operations.length === 0) return false;
  return branchesAlong(path)[index]?.templated.size === 0;
}

/** Buses call at `/stop/{stopId}`. */
function isCollection({ segments }: PathNode, index: number): boolean {
  return segments[index + 1]?.parameters.length === 1;
}

function hasSibling(path: PathNode, index: number, text: string): boolean {
  const parent = index === 0 ? pathTreeOf(path.document) : branchesAlong(path)[index - 1];
  const rest = withoutFirstWord(text);
  return [rest, rest.charAt(0).toLowerCase() + rest.slice(1)].some((name) => parent?.statics.has(name));
}

/** `dogs` of `list_dogs`, `Dogs` of `listDogs`. */
export function withoutFirstWord(text: string): string {
  return text.replace(/^([A-Z]?[a-z]+|[A-Z]+(?=[A-Z]))[^A-Za-z0-9]*/, '');
}
