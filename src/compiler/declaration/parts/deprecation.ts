import Type, { type Static } from 'typebox';

/** A full date of RFC 3339, section 5.6; it means the first second of that day in UTC. */
export const DateSchema = (description: string) => Type.String({ format: 'date', description });

/** A date and time of RFC 3339, section 5.6. */
export const DateTimeSchema = (description: string) => Type.String({ format: 'date-time', description });

/** The description of each field that revokes many tokens at once. */
export const tokensNotBefore = (whose: string): string =>
  `Tokens${whose} that were issued before this date and time are refused: 2026-01-31T12:00:00Z.`;

const LinkSchema = Type.String({
  // The characters that a URI in a header may have (RFC 8288 section 3); all others can be percent-encoded.
  pattern: '^https?://[!#-;=?-\\[\\]_a-z~]+$',
  description:
    'The http or https URL of a web page about the deprecation, and about the sunset if there is one.',
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

/** The announcement to callers of an address that will be removed. */
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

const character = "[A-Za-z0-9._~!$&'()*+,=:@-]";

const noDot = "[A-Za-z0-9_~!$&'()*+,=:@-]";

/**
 * A path whose characters every server reads in the same way, so that it is compared without decoding; no segment is
 * . or ..
 */
const pathPattern = `^(/([.]{0,2}${noDot}${character}*|[.]{3}${character}*)){1,3}$`;

const description =
  'One to three segments, such as /order-service/v2, as clients write them: without a slash at the end, a semicolon, ' +
  'a percent sign, braces, or a segment that is . or ..';

/** Each keyword applies to values of one type, so that one mistake causes one error. */
const FurtherAddressSchema = Type.Unsafe<
  string | { readonly path: string; readonly deprecation?: Static<typeof AddressDeprecationSchema> }
>({
  type: ['string', 'object'],
  pattern: pathPattern,
  maxLength: 200,
  properties: {
    path: { type: 'string', pattern: pathPattern, maxLength: 200, description },
    deprecation: AddressDeprecationSchema,
  },
  required: ['path'],
  additionalProperties: false,
  description,
});

/** Further addresses at which clients already call an API. */
export const FurtherAddressesSchema = Type.Array(FurtherAddressSchema, {
  minItems: 1,
  maxItems: 20,
  description:
    'Addresses beside the one of its context and version that lead to this version, each a path below gatewayUrl, or an object with `path` and `deprecation`.',
});
