import { placeOf } from '#source/place.ts';
import { indexFirst } from '#compiler/rule/once-per.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addProvider } from '#compiler/rule/example-edits.ts';

const saml = (name: string, issuer: string) =>
  addProvider(name, `type: saml\nissuer: ${issuer}\ncertificates: [{ fromFile: keys/${name}.pem }]\n`);
const first = saml('campus', 'https://sso.example.edu');

export const identityProviderIssuer = defineRule({
  name: 'identity-provider-issuer',
  section: '5.3',
  severity: 'error',
  group: 'integrity',
  summary: 'Each SAML identity provider has a different issuer.',
  why: 'The issuer of an assertion determines which certificates verify it, so it must identify one provider.',
  examples: [
    { title: 'Two issuers', edits: [first, saml('guests', 'https://guests.example.edu')], findings: [] },
    {
      title: 'An OpenID Connect provider of the same issuer',
      edits: [
        first,
        addProvider(
          'google',
          'type: oidc\nissuer: https://sso.example.edu\nclientId: gateway\nclientSecret: { fromEnv: SSO_SECRET }\n',
        ),
      ],
      findings: [],
    },
    {
      title: 'One issuer',
      edits: [first, saml('staff', 'https://sso.example.edu')],
      findings: [
        'identity-providers/staff.yaml:4:9 The SAML identity provider campus also has the issuer https://sso.example.edu.',
      ],
    },
  ],
  check: {
    workspace: ({ identityProviders }, { report }) => {
      const providers = identityProviders.flatMap(({ value, place }) =>
        value.type === 'saml' ? [{ value, place }] : [],
      );
      const byIssuer = indexFirst(providers, ({ value }) => value.issuer);
      for (const { value, place } of providers) {
        const other = byIssuer.get(value.issuer);
        if (!other || other.place === place) continue;
        report({
          at: placeOf(place, 'issuer'),
          message: `The SAML identity provider ${other.value.name} also has the issuer ${value.issuer}.`,
          help: 'Combine the two declarations, with the certificates of both.',
          related: [{ message: 'first declared here', at: placeOf(other.place, 'issuer') }],
        });
      }
    },
  },
});
