import Type, { type Static } from 'typebox';
import { ScopeTokenSchema } from '../../declaration/parts/scope-token.ts';
import { SecretReferenceSchema } from '../../declaration/parts/secret-reference.ts';

const kind = Type.Literal('IdentityProvider');

const name = Type.String({
  pattern: '^(?!users$)[a-z0-9][a-z0-9_-]*$',
  description:
    'The name that applications and tokens use: lower-case letters, digits, hyphens and underscores; not users, which stands for the declared ones.',
});

const issuer = (description: string) => Type.String({ minLength: 1, description });

const attribute = (description: string) => Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]*$', description });

/** When users who have logged in by a directory or a provider are looked at again. */
const checks = {
  recheckSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description:
        'How long a user counts as confirmed: a refresh, or another use of the login, asks again after that; 60 if left out.',
    }),
  ),
  maximumUncheckedSeconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 31_536_000,
      description:
        'How long what a user has granted can be refreshed while nobody confirms the user; 28800 (8 hours) if left out.',
    }),
  ),
};

const LdapProviderSchema = Type.Object(
  {
    kind,
    type: Type.Literal('ldap'),
    name,
    url: Type.String({
      minLength: 1,
      description: 'ldaps://HOST:PORT, or ldap:// with `startTls` or on this machine.',
    }),
    startTls: Type.Optional(
      Type.Boolean({
        description: 'Whether an ldap:// connection turns to TLS before anything else; false if left out.',
      }),
    ),
    ca: Type.Optional(SecretReferenceSchema),
    bind: Type.Optional(
      Type.Object(
        {
          dn: Type.String({
            minLength: 1,
            description: 'The entry of who searches, cn=reader,dc=example,dc=edu.',
          }),
          password: SecretReferenceSchema,
        },
        { additionalProperties: false, description: 'Who searches the directory; anonymous if left out.' },
      ),
    ),
    searchBase: Type.String({
      minLength: 1,
      description: 'The entry that users are searched below: ou=people,dc=example,dc=edu.',
    }),
    searchFilter: Type.Optional(
      Type.String({
        pattern: '^\\((?=.*\\{username\\}).*\\)$',
        description:
          'An RFC 4515 filter in which {username} stands for the name; (uid={username}) if left out.',
      }),
    ),
    subjectAttribute: Type.Optional(
      attribute(
        'What tokens name the user by, never given to another one; entryUUID (RFC 4530) if left out.',
      ),
    ),
    displayNameAttribute: Type.Optional(attribute('What pages call the user; cn if left out.')),
    timeoutMs: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 60_000, description: '5000 if left out.' }),
    ),
    ...checks,
  },
  { additionalProperties: false, description: 'A directory that checks passwords (RFC 4511).' },
);

const OidcProviderSchema = Type.Object(
  {
    kind,
    type: Type.Literal('oidc'),
    name,
    displayName: Type.Optional(
      Type.String({
        pattern: '\\S',
        maxLength: 100,
        description: 'What the button on the login page says; the name if left out.',
      }),
    ),
    issuer: issuer('The issuer of its ID tokens, an https URL below which its metadata are found.'),
    clientId: Type.String({ minLength: 1, description: 'What the provider calls the gateway.' }),
    clientSecret: SecretReferenceSchema,
    scopes: Type.Optional(
      Type.Array(ScopeTokenSchema, {
        uniqueItems: true,
        description:
          'What is asked for beside openid; profile if left out. With offline_access the provider can confirm users for longer.',
      }),
    ),
    ca: Type.Optional(SecretReferenceSchema),
    ...checks,
  },
  {
    additionalProperties: false,
    description: 'An OpenID Connect provider that users are sent to for their login.',
  },
);

const SamlProviderSchema = Type.Object(
  {
    kind,
    type: Type.Literal('saml'),
    name,
    issuer: issuer('The entity id that its assertions name as their Issuer.'),
    certificates: Type.Array(SecretReferenceSchema, {
      minItems: 1,
      maxItems: 8,
      uniqueItems: true,
      description: 'Its certificates in PEM, several while one takes over from another.',
    }),
    audiences: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        uniqueItems: true,
        description:
          'What assertions may call the gateway in an Audience, beside its issuer and its token URLs.',
      }),
    ),
    clockSkewSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 60, description: 'How far its clock may be off; 30 if left out.' }),
    ),
    maximumLifetimeSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        description: 'An assertion that is good for longer is refused; 600 if left out.',
      }),
    ),
    nameIdFormats: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        uniqueItems: true,
        description:
          'The formats that a NameID may have, best one alone, lest two users have one name in two formats; unspecified and persistent if left out.',
      }),
    ),
    onlyDeclaredUsers: Type.Optional(
      Type.Boolean({
        description: 'Whether a NameID has to be the name of a declared user; false if left out.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'A single sign-on server whose SAML 2.0 assertions are exchanged for tokens (RFC 7522).',
  },
);

export type LdapProviderDeclaration = Static<typeof LdapProviderSchema>;
export type OidcProviderDeclaration = Static<typeof OidcProviderSchema>;
export type SamlProviderDeclaration = Static<typeof SamlProviderSchema>;
export type IdentityProviderDeclaration =
  | LdapProviderDeclaration
  | OidcProviderDeclaration
  | SamlProviderDeclaration;

/** Who else knows users. The discriminator has ajv look at the fields of the declared type alone. */
export const IdentityProviderSchema = Type.Unsafe<IdentityProviderDeclaration>({
  type: 'object',
  description:
    'Who else knows users: a directory (ldap), an OpenID Connect provider (oidc) or a SAML server (saml).',
  properties: {
    type: { enum: ['ldap', 'oidc', 'saml'], description: 'What it is: ldap, oidc or saml.' },
  },
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [LdapProviderSchema, OidcProviderSchema, SamlProviderSchema],
});
