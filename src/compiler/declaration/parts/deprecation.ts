import Type from 'typebox';
import { DateSchema } from './date-time.ts';

/** What the callers of a deprecated version learn about its end. */
export const DeprecationSchema = Type.Object(
  {
    since: DateSchema('The day from which on nobody should begin to use this version: 2026-01-31.'),
    sunset: Type.Optional(DateSchema('The day from which on it may be retired: 2026-12-31.')),
    link: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s<>"\\\\^`{|}\\x00-\\x1f\\x7f-\\uffff]+$',
        description: 'A page for people about the deprecation, and about the sunset where there is one.',
      }),
    ),
    successor: Type.Optional(
      Type.String({
        pattern: '^[^/]+/[^/]+$',
        description:
          'The API that callers should move to, its name and version joined by a slash: DogPark/v2.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Since when the version is deprecated, and what becomes of it: the headers Deprecation, Sunset and Link of its answers.',
  },
);
