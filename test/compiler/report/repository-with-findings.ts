import { cleanSources } from '#compiler/rule/clean-sources.ts';

const definition = cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '';

/**
 * A repository with every kind of finding: errors, warnings and infos, suppressed ones and one in the baseline, in a
 * declaration, in a file that two APIs share, in a subscription, and in no API at all.
 */
export const repositoryWithFindings: Readonly<Record<string, string>> = {
  ...cleanSources,
  'apis/dog_park/v1/api.yaml': `kind: Api
name: DogPark
context: /dog_park
version: v1
state: deprecated
deprecation: { since: 2026-01-31, sunset: 2026-12-31, successor: DogPark/v10 }
owner: parks-team
definition: ./openapi.yaml
endpoints:
  production: { url: https://dogs.internal.example.edu }
`,
  'apis/dog_park/v1/openapi.yaml': definition
    .replace('/dogs:', '# gatewright-ignore path-snake-case: scanners know this URL\n  /parkDogs:')
    .replace('      summary: Shows a dog.\n', '')
    .replace('        totalCount: { type: integer }\n', '')
    .replace('birthDate: { type: string, format: date', "$&, example: '2020-05-17'")
    .replace('items: { type: string }', 'items: { type: string, example: Rexy }'),
  'apis/dog_park/v1/subscriptions.yaml': `kind: Subscription
application: DogWalker
api: DogPark/v1
tier: gold
since: 2026-01-01
state: blocked
---
kind: Subscription
application: Nobody
api: DogPark/v1
tier: gold
since: 2026-01-01
`,
  'apis/dog_park/v10/api.yaml': `kind: Api
name: DogPark
context: /dog_park
version: v10
state: published
owner: parks-team
definition: ../v1/openapi.yaml
endpoints:
  production: { url: https://dogs10.internal.example.edu }
  sandbox: { url: https://dogs10-sandbox.internal.example.edu }
---
kind: Api
name: CatApi
context: /cats
version: v2.5
state: created
owner: ada@example.edu
definition: ./missing.yaml
`,
  'applications/cat_feeder.yaml': `kind: Application
name: CatFeeder
type: command-line
owner: <b>Eve</b>
grants: [password]
`,
  'gatewright-baseline.json': `{
  "kind": "Baseline",
  "format": 1,
  "findings": [
    {"rule":"api-name-no-api-word","file":"apis/dog_park/v10/api.yaml","document":1,"pointer":"/name","fingerprint":"58fe592a05f5aeda61ec81b005855dc5","items":{"":"4126ac3b9b6b632a"}}
  ]
}
`,
};
