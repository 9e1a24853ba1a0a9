import Type from 'typebox';
import { SecretReferenceSchema } from './secret-reference.ts';

/** One address without a name, as browsers accept it: no list, no control character, nothing that ends a header. */
const EmailSchema = (description: string) =>
  Type.String({
    maxLength: 254,
    pattern:
      "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$",
    description,
  });

/** Where the people behind an application receive notices. */
export const ContactsSchema = Type.Object(
  {
    email: Type.Optional(EmailSchema('The e-mail address of the people or the list that receives them.')),
    webhook: Type.Optional(
      Type.String({
        maxLength: 2000,
        pattern: '^https://',
        description: 'The https URL that they are sent to as JSON, signed as Standard Webhooks specifies.',
      }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description:
      'Where its people learn that an API that it subscribes to is deprecated, retired or blocked, and what the owners of the API write to its subscribers.',
  },
);

/** How the gateway sends notices. */
export const NoticesSchema = Type.Object(
  {
    smtp: Type.Optional(
      Type.Object(
        {
          host: Type.String({
            maxLength: 253,
            pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*$',
            description: 'The host name or IP address of the mail server.',
          }),
          port: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 65535,
              description: 'Default: 587 with starttls, 465 with implicit.',
            }),
          ),
          tls: Type.Optional(
            Type.Enum(['starttls', 'implicit'], {
              description:
                'Whether the connection is encrypted by STARTTLS (the default, and a server without it is refused) or from its beginning.',
            }),
          ),
          from: EmailSchema('The address that e-mail is from.'),
          user: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 254,
              pattern: '^[^\\x00-\\x1f\\x7f]*$',
              description: 'The name that the gateway logs in with. Default: it does not log in.',
            }),
          ),
          password: Type.Optional(SecretReferenceSchema),
          ca: Type.Optional(SecretReferenceSchema),
        },
        { additionalProperties: false, description: 'The mail server. Default: no e-mail is sent.' },
      ),
    ),
    webhooks: Type.Optional(
      Type.Object(
        {
          secret: SecretReferenceSchema,
          ca: Type.Optional(SecretReferenceSchema),
          allowThisMachine: Type.Optional(
            Type.Boolean({
              description:
                'Whether a webhook may be at an address of the machine on which the gateway runs, so that whoever owns an application can call what listens there. Default: false.',
            }),
          ),
        },
        {
          additionalProperties: false,
          description:
            'What webhooks are signed with: each application has a key of its own, which is derived from the secret. Default: no webhook is called.',
        },
      ),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'How the people behind applications learn of changes of the APIs that they subscribe to.',
  },
);
