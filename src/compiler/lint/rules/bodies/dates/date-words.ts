import type { DateWords } from './date-name.ts';
import type { RuleOption } from '#compiler/rule/define-rule.ts';
import { readWords } from '#compiler/rule/words/split-words.ts';

/** The words that identify names of dates and times; settings can extend each list. */
export const dateWords: Readonly<Record<keyof DateWords, RuleOption>> = {
  dates: {
    description: 'Words, in lower case, that end the name of a date.',
    effect: 'forbid',
    words: readWords(`
      birthdate createdat createdate createdon date deletedat dob duedate enddate modifiedat modifiedon startdate
      updatedat updatedate updatedon
    `),
  },
  events: {
    description:
      'Words that say when before `at` and `on`, after `date` and `time`, and, if they end in `ed`, before `after`, `before`, `since` and `until`: `created_on`.',
    effect: 'forbid',
    words: readWords(`
      accessed added approved archived begins begun booked born canceled cancelled captured changed closed completed
      created deleted delivered due edited effective ended ends enrolled expired expires finished imported issued
      joined left modified opened ordered paid posted published received recorded registered rejected released removed
      renewed returned reviewed revoked scheduled seen sent shipped started starts submitted updated uploaded
    `),
  },
  times: {
    description: 'Words that make a point in time of `time`: `start_time`, but not `response_time`.',
    effect: 'forbid',
    words: readWords(`
      arrival begin create created creation delete deleted departure due end ended event expiration expire expired
      expires expiry finish finished insert inserted issue issued modification modified modify publish published
      received registered scheduled sent start started submitted update updated
    `),
  },
  others: {
    description:
      'Words that make something else of a name, unless it ends in them: `located_at`, `sort_by_date`.',
    effect: 'allow',
    words: readWords(`
      age ages aimed based by compare convert count days directed employed exclude format has hosted hours ignore include is
      located minutes months number oauth offset parse placed pointed priced seconds show sort targeted timezone use validate
      weeks years zone
    `),
  },
};
