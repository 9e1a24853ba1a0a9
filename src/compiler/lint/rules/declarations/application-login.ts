import { placeOf } from '#source/place.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import { grantTraits, type GrantType } from '#compiler/declaration/parts/grant-type.ts';
import { findGrantProblem } from './parts/find-grant-problem.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addProvider, editApplication, usersFile } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';

const grants = 'grants: [client_credentials, authorization_code]';
const noUsers = { file: usersFile, content: '' };
const oidc = addProvider(
  'campus',
  'type: oidc\nissuer: https://login.example.edu\nclientId: gateway\nclientSecret: { fromEnv: SSO_SECRET }\n',
);

export const applicationLogin = defineRule({
  name: 'application-login',
  section: '5.3',
  severity: 'warning',
  group: 'design',
  summary: 'An application with a grant that needs a user has declared users or an identity provider.',
  why: 'If nobody can log in, every request with the grant is refused.',
  examples: [
    { title: 'A declared user', edits: [], findings: [] },
    {
      severity: 'warning',
      title: 'Nobody',
      edits: [noUsers],
      findings: [
        'applications/dog_walker.yaml:6:30 DogWalker uses the grant type authorization_code, but no user or identity provider is declared for it.',
      ],
    },
    {
      severity: 'warning',
      title: 'A password that only an OpenID Connect provider could check',
      edits: [noUsers, oidc, editApplication(grants, 'grants: [password]')],
      findings: [
        'applications/dog_walker.yaml:6:10 DogWalker uses the grant type password, but no user or identity provider is declared for it.',
      ],
    },
  ],
  check: {
    workspace: (workspace, { report }) => {
      const typesOf = findTypes(workspace);
      for (const application of workspace.applications) {
        if (application.value.grants.some(needsUser)) {
          findGrantsWithoutUsers(application, typesOf(application.value)).forEach(report);
        }
      }
    },
  },
});

function needsUser(grant: GrantType): boolean {
  return grantTraits[grant].usersFrom.length > 0;
}

function findGrantsWithoutUsers(
  { value, place }: Declared<ApplicationDeclaration>,
  usersFrom: readonly string[],
): readonly Finding[] {
  return value.grants.flatMap((grant, index) => {
    const needed: readonly string[] = grantTraits[grant].usersFrom;
    if (!needsUser(grant) || findGrantProblem(value.type, grant) !== undefined) return [];
    if (usersFrom.some((one) => one === 'unclear' || needed.includes(one))) return [];
    const at = placeOf(place, 'grants', index);
    const message = `${value.name} uses the grant type ${grant}, but no user or identity provider is declared for it.`;
    return [{ atMost: 'warning', at, message, help: helpFor(needed) }];
  });
}

/** Returns the types of an application's identity providers; a provider whose declaration has an error is `unclear`. */
function findTypes({
  names,
  identityProviders,
}: Workspace): (application: ApplicationDeclaration) => readonly string[] {
  const types = new Map(identityProviders.map(({ value }) => [value.name, value.type]));
  const all = ['users', ...names.IdentityProvider];
  return (application) =>
    (application.identityProviders ?? all).flatMap((name) => {
      if (name === 'users') return names.User.size > 0 ? ['users'] : [];
      return [types.get(name) ?? 'unclear'];
    });
}

function helpFor(needed: readonly string[]): string {
  const [first = '', ...others] = needed.filter((type) => type !== 'users');
  const types = others.length > 0 ? `${first} or ${others.join(', ')}` : first;
  const provider = `Declare an identity provider of type ${types} that the application admits`;
  return needed.includes('users') ? `${provider}, or users by \`gatewright users add\`.` : `${provider}.`;
}
