import Type, { type Static } from 'typebox';
import { ScopeTokenSchema } from '#compiler/declaration/parts/grant-type.ts';
import { SecretReferenceSchema } from '#compiler/declaration/parts/secret-reference.ts';

const kind = Type.Literal('IdentityProvider');

const name = Type.String({
  pattern: '^(?!users$)[a-z0-9][a-z0-9_-]*$',
  description:
    'The name that applications and tokens use: lower-case letters, digits, hyphens and underscores. It cannot be users, which stands for the declared users.',
});

const issuer = (description: string) => Type.String({ minLength: 1, description });

const attribute = (description: string) => Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]*$', description });

/** The name of a claim may be a URL. */
const claim = (description: string) => Type.String({ pattern: '^\\S+$', maxLength: 200, description });

/** Settings for how often a directory or provider is queried again about a user who has logged in. */
const checks = {
  recheckSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description:
        'How long a user counts as confirmed, in seconds; after that, a refresh or another use of the login asks again. Default: 60.',
    }),
  ),
  maximumUncheckedSeconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 31_536_000,
      description:
        'How long grants of a user can be refreshed while the user cannot be confirmed, in seconds. Default: 28800 (8 hours).',
    }),
  ),
};

const GroupSearchSchema = Type.Object(
  {
    base: Type.String({
      minLength: 1,
      description: 'The entry below which groups are searched: ou=groups,dc=example,dc=edu.',
    }),
    filter: Type.Optional(
      Type.String({
        pattern: '^\\((?=.*\\{(dn|username)\\}).*\\)$',
        description:
          "An RFC 4515 filter; {dn} is replaced with the DN of the user's entry, and {username} with the login name. Default: (|(member={dn})(uniqueMember={dn})).",
      }),
    ),
    nameAttribute: Type.Optional(attribute('The attribute that teams name a group by. Default: cn.')),
  },
  {
    additionalProperties: false,
    description: 'A search for the groups of a user, for directories whose users do not name their groups.',
  },
);

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
        description:
          'Whether an ldap:// connection switches to TLS (StartTLS) before anything else. Default: false.',
      }),
    ),
    ca: Type.Optional(SecretReferenceSchema),
    bind: Type.Optional(
      Type.Object(
        {
          dn: Type.String({
            minLength: 1,
            description: 'The DN to bind as, such as cn=reader,dc=example,dc=edu.',
          }),
          password: SecretReferenceSchema,
        },
        {
          additionalProperties: false,
          description: 'The account that searches the directory. Default: anonymous.',
        },
      ),
    ),
    searchBase: Type.String({
      minLength: 1,
      description: 'The entry below which users are searched: ou=people,dc=example,dc=edu.',
    }),
    searchFilter: Type.Optional(
      Type.String({
        pattern: '^\\((?=.*\\{username\\}).*\\)$',
        description:
          'An RFC 4515 filter; {username} is replaced with the login name. Default: (uid={username}).',
      }),
    ),
    subjectAttribute: Type.Optional(
      attribute(
        'The attribute that identifies the user in tokens; it must never be reassigned to another user. Default: entryUUID (RFC 4530).',
      ),
    ),
    displayNameAttribute: Type.Optional(
      attribute('The attribute with the name shown on pages. Default: cn.'),
    ),
    emailAttribute: Type.Optional(
      attribute(
        'The attribute with the e-mail addresses that owners and teams name the user by; users must not be able to change it themselves. Default: mail.',
      ),
    ),
    groupAttribute: Type.Optional(
      attribute("The attribute of the user's entry that names groups, for teams. Default: memberOf."),
    ),
    groupSearch: Type.Optional(GroupSearchSchema),
    timeoutMs: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 60_000,
        description: 'The timeout of a request to the directory, in milliseconds. Default: 5000.',
      }),
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
        description: 'The text of the button on the login page. Default: the name.',
      }),
    ),
    issuer: issuer('The issuer of its ID tokens: an https URL below which its metadata is published.'),
    clientId: Type.String({ minLength: 1, description: 'The client ID of the gateway at the provider.' }),
    clientSecret: SecretReferenceSchema,
    scopes: Type.Optional(
      Type.Array(ScopeTokenSchema, {
        uniqueItems: true,
        description:
          'The scopes to request in addition to openid. Default: profile. With offline_access the provider can confirm users for longer.',
      }),
    ),
    emailClaim: Type.Optional(
      claim(
        'The claim with the e-mail address that owners and teams name the user by; it counts only if email_verified is true. Default: email.',
      ),
    ),
    groupsClaim: Type.Optional(claim('The claim with the names of groups, for teams. Default: groups.')),
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
    issuer: issuer('The entity ID in the Issuer of its assertions.'),
    certificates: Type.Array(SecretReferenceSchema, {
      maxItems: 8,
      uniqueItems: true,
      description: 'Its certificates in PEM; several while one replaces another.',
    }),
    audiences: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        uniqueItems: true,
        description:
          'Values that assertions may use as Audience, in addition to the issuer and token URLs of the gateway.',
      }),
    ),
    clockSkewSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60,
        description: 'The tolerated clock difference, in seconds. Default: 30.',
      }),
    ),
    maximumLifetimeSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        description:
          'The maximum lifetime of an assertion, in seconds; longer-lived ones are rejected. Default: 600.',
      }),
    ),
    nameIdFormats: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        uniqueItems: true,
        description:
          'The allowed formats of a NameID. Allow only one if possible, since two users could have the same name in two formats. Default: unspecified and persistent.',
      }),
    ),
    onlyDeclaredUsers: Type.Optional(
      Type.Boolean({
        description: 'Whether a NameID must be the name of a declared user. Default: false.',
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

/** An external source of users. The discriminator makes ajv check only the fields of the declared type. */
export const IdentityProviderSchema = Type.Unsafe<IdentityProviderDeclaration>({
  type: 'object',
  description:
    'An external source of users: an LDAP directory (ldap), an OpenID Connect provider (oidc) or a SAML server (saml).',
  properties: {
    type: { enum: ['ldap', 'oidc', 'saml'], description: 'One of ldap, oidc and saml.' },
  },
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [LdapProviderSchema, OidcProviderSchema, SamlProviderSchema],
});
