import { readWords } from '#compiler/rule/words/split-words.ts';

/** Words that are verbs wherever they are in a path, as the only word or before an object. */
export const verbs: readonly string[] = readWords(`
  abort accept acknowledge activate add adopt allocate analyse analyze annotate anonymise anonymize append
  apply approve assign attach authenticate authorise authorize bind calculate categorise categorize classify
  compile compress compute configure confirm convert create deactivate deallocate decline decode decompress
  decrypt defend deidentify delete demote deny deploy deprovision deregister describe destroy detach detect
  disable disassociate discard disconnect discover dismiss distribute edit elevate enable encode encrypt
  enqueue enrich enrol enroll equip erase escalate evaluate execute fetch finalise finalize find forget forgot
  fulfil fulfill generate geocode get identify ignore impersonate initialise initialize initiate insert
  install instantiate invalidate invoke locate migrate modify normalise normalize notify optimise optimize
  overwrite parse perform populate predict prepare prioritise prioritize promote prune publish purge
  reactivate reapply reassign reauthorise reauthorize reboot rebuild recalculate reclaim recognise recognize
  recommend recompute reconcile recover recreate redact redeem redeploy reenable reencrypt regenerate
  reidentify reimage reindex reinstate reissue reject reload remind remove rename render reopen replace
  reprocess reprovision requeue rerequest rerun reschedule resend resize resolve retrain retransmit retrieve
  revalidate reveal revert rotate save shorten simulate submit subscribe suggest summarise summarize
  synchronise synchronize synthesise synthesize transcribe translate truncate unarchive unassign unbind
  unblock undelete undeploy undo unenrol unenroll unequip unfollow unfreeze unhide uninstall unlike unlink
  unlock unmap unmount unmute unpause unpin unpublish unregister unset unstar unsubmit unsubscribe unsuspend
  untag untrash unwatch update upsert validate verify visualise visualize wipe
`);

/** Verbs as the only word; before a noun they may specify it (`refresh_tokens`, `start_dates`). */
const verbsAsOnlyWord = readWords(`
  acquire begin buy cancel choose compare finish follow merge obtain pay receive refresh renew reorder restart
  restore resume retry revoke sell send start stop suspend terminate withdraw
`);

/** Words that, as the only word, are nouns as often as verbs. */
const nounsAsOnlyWord = readWords(
  'browse copy download list mark move read register reset search set show upload',
);

/** Words that are as often nouns, but verbs if POST is the only method on one element: `POST /dogs/{dogId}/archive`. */
export const doneToOne = new Set(
  readWords(`
    archive block capture claim clear clone close complete connect copy duplicate forward freeze hide join
    launch leave lock mark move mute open pause pin reset reverse share ship sign sync trigger upgrade void
    watch
  `),
);

/** Verbs that never name what a POST creates, even if it returns 201. */
export const neverCreated = new Set(readWords('clear close complete hide mute'));

/**
 * Verbs before an object if POST is the only method: `send_message`. If the POST creates something, this applies only
 * to `neverNouns` before a singular object.
 */
export const beforeObject = new Set(
  readWords(`
    acquire archive associate cancel change check choose clear clone close complete copy duplicate finish force
    import make mark merge move obtain pay process put receive refresh request reset restart restore resume
    retry revoke rollback run send set share sign start stop suspend sync terminate transfer trigger upload
    withdraw
  `),
);

/** Verbs that never specify a noun, so that even a POST that creates something is an action. */
export const neverNouns = new Set(
  readWords(
    'acquire associate cancel choose clear finish make move obtain pay put receive reset restart resume revoke send set start stop suspend terminate withdraw',
  ),
);

/** Words that are verbs before a particle if POST is the only method: `log_in`. */
export const phrasal = new Set(readWords('check log sign'));

/** Words that, as the only word, are verbs if the text of the operation says so too: `POST /swarm/join`. */
export const mayBeDone = new Set([
  ...doneToOne,
  ...neverNouns,
  ...readWords('associate deliver expire invite push refund register train'),
]);

export const onlyWords = new Set(verbsAsOnlyWord);
export const beforeResources = new Set([...verbsAsOnlyWord, ...nounsAsOnlyWord]);

/** Particles that turn a verb into a noun: `add_ons`. */
export const particles = new Set(readWords('on ons in ins up ups out outs off offs down downs'));

/** Nouns that most verbs may specify: an import job is a job, and an upload session is a session. */
export const nouns = new Set(
  readWords(`
    assignments batch batches bodies body callback callbacks code codes config configs configuration configurations date
    dates detail details entries entry event events file files id ids instance instances item items job jobs key keys limit
    limits link links list lists locations mode modes name names operation operations option options order orders pattern
    patterns plan plans point points policies policy queries query queue queues relationships response responses result
    results rule rules run runs schedule schedules schema schemas session sessions set sets setting settings
    state states status statuses step steps summaries summary target targets task tasks template templates test
    tests tier tiers time times triggers type types uri uris url urls
  `),
);

/** Nouns that even a word that is always a verb may specify: a remove token is a token. */
export const qualified = new Set(readWords('history log logs marker markers request requests token tokens'));
export const neverQualify = new Set(
  readWords('add create fetch find generate get regenerate retrieve validate verify'),
);

/**
 * Verbs that only remove what a `qualified` noun names, if nothing is read or created there: `DELETE /remove_tokens`.
 */
export const takesAway = new Set(readWords('clear delete discard erase purge remove revoke wipe'));

/** Nouns for what callers send even if nothing is read or created: a delete request asks to delete. */
export const requestNouns = new Set(readWords('request requests'));

/** Words that remain verbs even if callers read and change what the name means: an edit page is read and sent. */
export const neverOfThings = new Set([
  ...neverQualify,
  ...readWords('assign delete describe destroy edit insert modify remove replace save'),
]);

/** Records that an action leaves: an update summary, publish histories. */
export const outcomes = new Set(
  readWords('detail details histories history metrics result results status statuses summaries summary'),
);

/** Parts of a list: `list_items` are the items of lists. */
export const partsOfLists = new Set(
  readWords('entries entry item items member members membership memberships price prices value values'),
);

/**
 * Verbs that names begin with without a separator, and patterns for the rest: `deletedkeys` does not begin with
 * `delete`.
 */
const joined: readonly (readonly [verb: string, rest: RegExp])[] = [
  ['get', /^(?!away|t(ing|ers?|ext)$)[a-z]{3,}$/],
  ['create', /^(?!d(at|by|on|s)?$|able$)[a-z]{3,}$/],
  ['delete', /^(?![sd])[a-z]{3,}$/],
  ['update', /^(?![sdr]|able$)[a-z]{3,}$/],
  ['list', /^(?!ing|en|less|serv|icles?$|box(es)?$)[a-z]{3,}$/],
];

/** The verb of a word that is a verb and its object: `get` of `getareacode`. */
export function joinedVerb(word: string): string | undefined {
  return joined.find(([verb, rest]) => word.startsWith(verb) && rest.test(word.slice(verb.length)))?.[0];
}

/** Words for a number, before the verb: `bulk_delete`. */
export const extents = new Set(['bulk', 'batch', 'mass', 'multi']);

const everyVerb = new Set([...verbs, ...beforeResources, ...doneToOne, ...beforeObject]);

/** Whether a word can be a verb in some path. */
export function mayBeVerb(word: string): boolean {
  return everyVerb.has(word.toLowerCase());
}
