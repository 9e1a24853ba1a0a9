import Type from 'typebox';
import { filePattern } from './ignore-entry.ts';
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

/**
 * Where a secret is read from; the declarations never contain one. `writeOnly` marks the places that may contain a
 * secret by mistake, so that no message shows their values.
 */
export const SecretReferenceSchema = Type.Object(
  {
    fromEnv: Type.Optional(
      Type.String({
        writeOnly: true,
        pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
        description: 'The name of an environment variable.',
      }),
    ),
    fromFile: Type.Optional(
      Type.String({
        writeOnly: true,
        minLength: 1,
        pattern: filePattern,
        description: 'A file, relative to the folder of gateway.config.yaml.',
      }),
    ),
  },
  {
    writeOnly: true,
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    description: 'Where the secret is read from when the gateway starts: fromEnv or fromFile.',
  },
);
