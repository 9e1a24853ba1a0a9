import Type from 'typebox';
import { DateSchema } from './date-time.ts';

const LinkSchema = Type.String({
  pattern: '^https?://[^\\s<>"\\\\^`{|}\\x00-\\x1f\\x7f-\\uffff]+$',
  description: 'A web page about the deprecation, and about the sunset if there is one.',
});

/** The announcement of a deprecated version to its callers. */
export const DeprecationSchema = Type.Object(
  {
    since: DateSchema('The date from which new callers should not use this version: 2026-01-31.'),
    sunset: Type.Optional(DateSchema('The date after which it may be retired: 2026-12-31.')),
    link: Type.Optional(LinkSchema),
    successor: Type.Optional(
      Type.String({
        pattern: '^[^/]+/[^/]+$',
        description: 'The API version that callers should move to, such as DogPark/v2.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'The deprecation of the version, sent in the Deprecation, Sunset and Link headers of its responses.',
  },
);

/** The announcement to those who call a version at an address that it will lose. */
export const AddressDeprecationSchema = Type.Object(
  {
    since: DateSchema('The date from which new callers should not use this address: 2026-01-31.'),
    sunset: Type.Optional(DateSchema('The date after which it may be removed: 2026-12-31.')),
    link: Type.Optional(LinkSchema),
  },
  {
    additionalProperties: false,
    description:
      'The deprecation of the address, sent in the Deprecation, Sunset and Link headers of responses to calls at it.',
  },
);
