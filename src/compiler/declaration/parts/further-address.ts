import Type, { type Static } from 'typebox';
import { AddressDeprecationSchema } from './deprecation.ts';

const character = "[A-Za-z0-9._~!$&'()*+,=:@-]";
const noDot = "[A-Za-z0-9_~!$&'()*+,=:@-]";

/** A path whose characters every server reads alike, so that nothing has to be decoded to compare it; no segment is . or .. */
const pathPattern = `^(/([.]{0,2}${noDot}${character}*|[.]{3}${character}*)){1,3}$`;

const description =
  'One to three segments, such as /order-service/v2, as clients write them: without a slash at the end, a semicolon, ' +
  'a percent sign, braces, or a segment that is . or ..';

/** Each keyword applies to values of one type, so that one mistake gives one error. */
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

/** Addresses at which clients call an API already. */
export const FurtherAddressesSchema = Type.Array(FurtherAddressSchema, {
  minItems: 1,
  maxItems: 20,
  description:
    'Addresses beside the one of its context and version that lead to this version, each a path below gatewayUrl, or an object with `path` and `deprecation`.',
});
