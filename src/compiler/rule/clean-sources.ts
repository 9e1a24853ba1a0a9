import { cleanDefinition } from './clean-definition.ts';

/** Sources without a finding, which the examples of the rules change a little. */
export const cleanSources: Readonly<Record<string, string>> = {
  'gateway.config.yaml': `kind: Gateway
format: 1
organisation: Example University
deployments:
  production:
    gatewayUrl: https://gateway.example.edu
  qa:
    gatewayUrl: https://gateway-qa.example.edu
`,
  'apis/dog_park/v1/api.yaml': `kind: Api
name: DogPark
context: /dog_park
version: v1
state: published
owner: parks-team
definition: ./openapi.yaml
endpoints:
  production: { url: https://dogs.internal.example.edu }
  sandbox: { url: https://dogs-sandbox.internal.example.edu }
`,
  'apis/dog_park/v1/openapi.yaml': cleanDefinition,
  'apis/dog_park/v1/subscriptions.yaml': `kind: Subscription
application: DogWalker
api: DogPark/v1
tier: gold
`,
  'applications/dog_walker.yaml': `kind: Application
name: DogWalker
type: web
owner: ada@example.edu
callbackUrls: [https://walker.example.edu/callback]
grants: [client_credentials, authorization_code]
keys:
  production:
    consumerKey: dogwalker-production
    secretDigests: ['sha256:0000000000000000000000000000000000000000000000000000000000000000']
`,
  'tiers.yaml': `kind: Tier
name: gold
limit: { requests: 1000, unit: minute }
`,
  'users/ada.yaml': `kind: User
name: ada
passwordDigest: $argon2id$v=19$m=19456,t=2,p=1$6EK1dHKenIcNR7avqlvIyQ$AzmkO0rLW+0S01mQUA0ufOtLNU81xn18WeflEVJPkMg
`,
};
