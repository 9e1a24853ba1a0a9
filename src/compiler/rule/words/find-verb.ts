import pluralize from 'pluralize';
import type { PathNode } from '../../../openapi/model.ts';
import { branchesAlong, pathTreeOf } from '../paths/path-tree.ts';
import { haveSameWords, readWords, splitWords } from './split-words.ts';
import type { ResourceName } from '../paths/resource-names.ts';
import { numberOf } from './word-number.ts';

/** Words that are verbs wherever they are in a path, as the only word or before an object. */
export const verbs: readonly string[] = readWords(`
  abort accept acknowledge activate add adopt allocate analyse analyze append apply approve assign attach
  authenticate authorise authorize bind calculate classify compress compute configure confirm convert create
  deactivate decline decode decompress decrypt defend delete deny deploy deprovision deregister describe destroy
  detach detect disable disassociate discard disconnect edit enable encode encrypt enqueue enrol enroll erase
  escalate evaluate execute fetch finalise finalize find forget generate get identify ignore impersonate initiate
  insert install invalidate invoke migrate modify notify overwrite parse perform populate predict prioritise
  prioritize promote publish purge reactivate reassign reboot rebuild recalculate reclaim recommend recompute
  reconcile recreate redact redeem redeploy regenerate reindex reinstate reissue reject reload remind remove render
  rename reopen replace requeue rerequest rerun reschedule resend resize resolve retrieve revert rotate save
  shorten simulate submit subscribe suggest synchronise synchronize translate truncate unarchive unassign unbind
  unblock undelete undeploy undo unenrol unenroll unfollow unfreeze unhide uninstall unlike unlink unlock unmute
  unpause unpin unpublish unregister unstar unsubscribe untag unwatch update upsert validate verify wipe
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

/** Nouns as often, and verbs if they are all that can be done to one element: `POST /dogs/{dogId}/archive`. */
const doneToOne = new Set(
  readWords(`
    archive block capture clone close complete copy duplicate forward freeze hide launch leave lock mark move mute open
    pause pin reset share ship sign sync trigger void watch
  `),
);

/** Verbs if POST is the only method, before one object, or before any if nothing is created: `send_message`. */
const beforeObject = new Set(
  readWords(`
    acquire archive cancel change check choose clone close copy duplicate finish import make mark merge move obtain pay
    process receive request reset restart restore resume revoke run send set share sign stop suspend sync terminate
    transfer trigger upload withdraw
  `),
);

/** Those that specify no noun, so that what is created is the action. */
const neverNouns = new Set(
  readWords(
    'acquire cancel choose finish make move obtain pay receive reset restart resume revoke send set stop suspend terminate withdraw',
  ),
);

/** Before a particle they are verbs if POST is the only method: `log_in`. */
const phrasal = new Set(readWords('check log sign'));

const alone = new Set(verbsAlone);
const beforeResources = new Set([...verbsAlone, ...nounsAlone]);

/** With one of these, a verb changed to a noun: `add_ons`. */
const particles = new Set(readWords('on ons in ins up ups out outs off offs down downs'));

/** Nouns that name what is done: an import job is a job, and an upload session is a session. */
const nouns = new Set(
  readWords(`
    batch batches body bodies callback callbacks code codes config configs configuration configurations detail details entries
    entry event events file files id ids instance instances item items job jobs key keys limit limits link links list
    lists mode modes pattern patterns schema schemas tier tiers name names operation operations option options order orders plan plans policies policy point points
    queries query queue queues response responses result results rule rules run runs schedule schedules session sessions
    setting settings state states status statuses step steps summaries summary target targets task tasks template
    templates test tests type types uri uris url urls
  `),
);

/** Nouns that a verb may specify: a remove token is a token. */
const qualified = new Set(readWords('history log logs marker markers request requests token tokens'));
const neverQualify = new Set(readWords('add create fetch find generate get retrieve validate verify'));

/** Words for a number, before the verb: `bulk_delete`. */
const extents = new Set(['bulk', 'batch', 'mass', 'multi']);

const everyVerb = new Set([...verbs, ...beforeResources, ...doneToOne, ...beforeObject]);

/** Whether a word can be a verb in some path. */
export function mayBeVerb(word: string): boolean {
  return everyVerb.has(word.toLowerCase());
}

/**
 * The verb that a name in a path begins with, in lower case: one that is nothing else, that is the only word, that is
 * before a resource at the same place (`list_dogs` next to `dogs`), or that is all the path is for.
 */
export function findVerb(
  path: PathNode,
  name: ResourceName,
  surely: ReadonlySet<string>,
): string | undefined {
  const [extent = '', ...others] = splitWords(name.text).map((word) => word.toLowerCase());
  const words = extents.has(extent) && others.length > 0 ? others : [extent, ...others];
  const [verb = '', next = ''] = words;
  if (words.length === 2 && particles.has(next)) return isPhrase(path, name, words) ? verb : undefined;
  if (words.length === 2 && qualified.has(next) && !neverQualify.has(verb)) return undefined;
  if (surely.has(verb)) return verb;
  const isVerb = words.length === 1 ? isVerbAlone(path, name, verb) : isVerbBefore(path, name, words);
  return isVerb ? verb : undefined;
}

function isPhrase(
  path: PathNode,
  { index }: ResourceName,
  [verb = '', particle = '']: readonly string[],
): boolean {
  return phrasal.has(verb) && !particle.endsWith('s') && isCall(path, index) && !creates(path);
}

function isVerbAlone(path: PathNode, { index, text }: ResourceName, verb: string): boolean {
  if (alone.has(verb)) return !isCollection(path, index);
  if (verb === 'list') return isListing(path, index);
  if (!doneToOne.has(verb) || creates(path) || !isCall(path, index)) return false;
  return text.toLowerCase() !== verb || path.segments[index - 1]?.form === 'identifier';
}

function isVerbBefore(path: PathNode, { index, text }: ResourceName, words: readonly string[]): boolean {
  const [verb = '', next = ''] = words;
  if (beforeResources.has(verb) && hasSibling(path, index, text)) return !namesElements(path, index, text);
  if (!beforeObject.has(verb) || !isCall(path, index)) return false;
  const isNoun = nouns.has(words.at(-1) ?? next) && (!neverNouns.has(verb) || numberOf(text) === 'plural');
  if (isNoun) return false;
  return creates(path) ? neverNouns.has(verb) && numberOf(text) === 'singular' : true;
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

/** Whether a POST to a path creates a resource there, so that its name is more likely a noun. */
function creates({ operations }: PathNode): boolean {
  return operations.some(({ responses }) => responses.some(({ status }) => status === '201'));
}

/** Buses call at `/stop/{stopId}`. */
function isCollection({ segments }: PathNode, index: number): boolean {
  return segments[index + 1]?.parameters.length === 1;
}

/** Whether what is identified below a name has that name, or is both shown and changed there: sell orders are orders. */
function namesElements(path: PathNode, index: number, text: string): boolean {
  const [parameter] = path.segments[index + 1]?.parameters ?? [];
  if (parameter !== undefined && haveSameWords(parameter.replace(/_?id$/i, ''), pluralize.singular(text)))
    return true;
  const elements = branchesAlong(path)[index]?.templated.get('{}')?.paths ?? [];
  const methods = elements.flatMap(({ operations }) => operations.map(({ method }) => method));
  return methods.includes('GET') && methods.some((method) => changesOne.has(method));
}

const changesOne = new Set(['PUT', 'PATCH', 'DELETE']);

function hasSibling(path: PathNode, index: number, text: string): boolean {
  const parent = index === 0 ? pathTreeOf(path.document) : branchesAlong(path)[index - 1];
  const rest = withoutFirstWord(text);
  return [rest, rest.charAt(0).toLowerCase() + rest.slice(1)].some((name) => parent?.statics.has(name));
}

/** `dogs` of `list_dogs`, `Dogs` of `listDogs`. */
export function withoutFirstWord(text: string): string {
  return text.replace(/^([A-Z]?[a-z]+|[A-Z]+(?=[A-Z]))[^A-Za-z0-9]*/, '');
}
