import type { ApplicationDeclaration } from '../../kinds/application/declaration.ts';

type ApplicationType = ApplicationDeclaration['type'];
type Grant = ApplicationDeclaration['grants'][number];

interface Refusal {
  readonly grants: readonly Grant[];
  readonly why: string;
}

const samlGrant = 'urn:ietf:params:oauth:grant-type:saml2-bearer';

/** The grants that a type cannot use, and why: it has no browser to send, or no secret to prove itself by. */
const refusals: Partial<Record<ApplicationType, Refusal>> = {
  'command-line': {
    grants: ['authorization_code', 'implicit', samlGrant],
    why: 'a command-line application cannot have its user sign in',
  },
  'single-page': {
    grants: ['client_credentials', 'password', samlGrant],
    why: 'a single-page application has no secret',
  },
  native: {
    grants: ['client_credentials', 'password', 'implicit', samlGrant],
    why: 'a native application has no secret and signs its user in with the authorization code',
  },
};

/** Why a program of a type cannot use a grant; undefined where it can. */
export function findGrantProblem(type: ApplicationType, grant: Grant): string | undefined {
  const refusal = refusals[type];
  return refusal?.grants.includes(grant) ? refusal.why : undefined;
}
