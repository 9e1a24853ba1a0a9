import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clientId, secretDigest } from './credentials.ts';

const subjects = ['courses', 'rooms', 'books', 'grades', 'meals', 'buses', 'events', 'jobs', 'labs', 'clubs'];
const applications = 50;

/** Writes the sources of a gateway as a university might have them: ten APIs with scopes, fifty applications. */
export function writeProject(folder: string): void {
  const files = Object.assign({}, gateway, ...subjects.map(declareApi), ...listApplications()) as object;
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), String(text));
  }
}

const gateway = {
  'gateway.config.yaml': `kind: Gateway
format: 1
organisation: Example University
deployments:
  production: { gatewayUrl: https://localhost:8243 }
`,
  'tiers.yaml': `kind: Tier
name: gold
limit: { requests: 1000, unit: minute }
`,
};

function declareApi(subject: string): Readonly<Record<string, string>> {
  const folder = `apis/${subject}/v1`;
  const name = subject.replace(/^./, (letter) => letter.toUpperCase());
  return {
    [`${folder}/api.yaml`]: `kind: Api
name: ${name}
context: /${subject}
version: v1
state: published
owner: ${subject}-team
definition: ./openapi.yaml
endpoints:
  production: { url: https://${subject}.internal.example.edu }
`,
    [`${folder}/openapi.yaml`]: defineContract(name, subject),
    [`${folder}/subscriptions.yaml`]: `kind: Subscription
application: Gradebook
api: ${name}/v1
tier: gold
scopes: ['${subject}:read']
`,
  };
}

function defineContract(name: string, subject: string): string {
  return `openapi: 3.0.3
info: { title: ${name}, version: v1, description: What the university knows of its ${subject}. }
paths:
  /${subject}:
    get:
      operationId: list${name}
      summary: All ${subject}.
      security: [{ oauth: ['${subject}:read'] }]
      responses: { '200': { description: All ${subject}. } }
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://localhost:8243/token
          scopes: { '${subject}:read': Read ${subject}. }
`;
}

function listApplications(): readonly Readonly<Record<string, string>>[] {
  const others = Array.from({ length: applications - 1 }, (_, index) => [
    `Desk${index}`,
    `desk-${index}-production`,
  ]);
  return [['Gradebook', clientId], ...others].map(([name = '', key = '']) => ({
    [`applications/${name.toLowerCase()}.yaml`]: `kind: Application
name: ${name}
type: service
owner: ada@example.edu
grants: [client_credentials]
keys:
  production:
    consumerKey: ${key}
    secretDigests: ['${secretDigest}']
`,
  }));
}
