import Type from 'typebox';
import { HeaderNameSchema } from './header-name.ts';

/** Asks for a signed statement about the caller, with each call that is forwarded. */
export const CallerAssertionSchema = Type.Object(
  {
    header: Type.Optional(
      Type.Unsafe<string>({
        ...HeaderNameSchema,
        description: 'The header that carries it; X-Caller-Assertion if left out.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Tells the upstream who calls, in a signed JWT: application, subscription and user. It checks it with the keys of the key manager.',
  },
);
