import { readWords } from '#compiler/rule/words/split-words.ts';

/** Names that fit anything, and so have no meaning. */
export const abstractNames: readonly string[] = readWords(`
  data element elements entities entity item items object objects resource resources stuff thing things
`);

/** Names of things that may belong to a whole collection, and so need no identifier of an element before them. */
export const collectiveFacts: ReadonlySet<string> = new Set(
  readWords(`
  actions aggregates aggregations alerts analytics batches categories changes columns counters counts dates
  defaults downloads drafts duplicates errors events exports facets favorites favourites fields filters formats
  imports insights issues jobs kinds labels limits logs metrics notifications operations options permissions
  policies preferences properties queries quotas reports rules schemas searches settings statistics stats
  statuses subscriptions summaries tags tasks templates totals trends types updates uploads webhooks
`),
);
