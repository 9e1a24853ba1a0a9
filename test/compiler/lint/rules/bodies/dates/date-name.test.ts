import { describe, expect, test } from 'vitest';
import { dateNamesBy, type DateName, type DateWords } from '#compiler/lint/rules/bodies/dates/date-name.ts';
import { dateWords } from '#compiler/lint/rules/bodies/dates/date-words.ts';

const words: DateWords = {
  dates: new Set(dateWords.dates.words),
  events: new Set(dateWords.events.words),
  times: new Set(dateWords.times.words),
  others: new Set(dateWords.others.words),
};

const names: Readonly<Record<DateName, readonly string[]>> = {
  moment: [
    'createdAt',
    'created_at',
    'CREATED_AT',
    'pushed_at',
    'expiresAt',
    'due_at',
    'first_seen_at',
    'timestamp',
    'eventTimestamp',
    'timeStamp',
    'dateTime',
    'start_date_time',
    'datetime',
  ],
  date: [
    'date',
    'Date',
    'birthDate',
    'first_seen_at_date',
    'created_at_date',
    'startsAtDate',
    'atDate',
    'birthdate',
    'start_date',
    'updated_on',
    'checkOutDate',
    'sign_up_date',
    'modifiedOn',
    'toDate',
    'from_date',
    'dateFrom',
    'date_to',
    'date_end',
    'createdAfter',
    'last_updated_since',
    'dateOfBirth',
    'date_of_issue',
    'dateCreated',
    'date_modified',
    'createdat',
    'lastModified',
    'last_seen',
  ],
  time: ['start_time', 'endTime', 'time_started'],
  event: ['createTime', 'expires', 'lastUpdateTime', 'timeCreated'],
};

const others = [
  'oauth_timestamp',
  'issued_to',
  'created_from',
  'expires_after',
  'date_format',
  'update',
  'validate',
  'candidate',
  'mandate',
  'consolidate',
  'runtime',
  'lifetime',
  'timezone',
  'time_zone',
  'timeout',
  'dateFormat',
  'datePattern',
  'dateRange',
  'timeUnit',
  'dayOfWeek',
  'time',
  'responseTime',

  'cook_time',
  'time_ms',
  'created_at_ms',
  'expires_in',
  'elapsedTime',
  'format',
  'flat',
  'chat',
  'at',
  'on',

  'located_at',
  'priceAtStartDate',
  'age_at_created_date',
  'hosted_at',
  'sort_by_date',
  'up_to_date',
  'out_of_date',
  'timezoneOffsetDate',
  'is_date',
  'based_on',
  'depends_on',
  'addOn',
  'button',

  'last_name',
  'lastModifiedBy',
  'date_of',
  'dates',
  'time_series',
  'location',
  'long',
  'stamp',
  'last',
  '',
];

describe.each(Object.entries(names))('%s', (kind, said) => {
  test.each(said)('%s', (name) => expect(dateNamesBy(words)(name)).toBe(kind));
});

test.each(others)('"%s" says nothing of a date', (name) => {
  expect(dateNamesBy(words)(name)).toBeUndefined();
});

test('words can be added', () => {
  expect(dateNamesBy(words)('geburtstag')).toBeUndefined();
  const more = { ...words, dates: new Set([...words.dates, 'geburtstag']) };
  expect(dateNamesBy(more)('meinGeburtstag')).toBe('date');
});

test('further words among dates change no meaning of a name that has one', () => {
  const read = dateNamesBy({
    ...words,
    dates: new Set([...words.dates, 'at', 'on', 'time', 'expires', 'stamp']),
  });
  const known = Object.values(names).flat();
  expect(known.map((name) => [name, read(name)])).toEqual(
    known.map((name) => [name, dateNamesBy(words)(name)]),
  );
  expect(['stored_at', 'depends_on', 'bed_time'].map(read)).toEqual(['moment', 'date', 'date']);
});
