import Type from 'typebox';
import { HeaderNameSchema } from './header-name.ts';

/** Adds a signed statement about the caller to each forwarded call. */
export const CallerAssertionSchema = Type.Object(
  {
    header: Type.Optional(
      Type.Unsafe<string>({
        ...HeaderNameSchema,
        description: 'The header that carries it. Default: X-Caller-Assertion.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Sends a signed JWT about the caller to the upstream: application, subscription and user. The upstream verifies it with the keys of the key manager.',
  },
);
