import { listEditorSchemas } from './editor-schemas.ts';
import { exampleDefinition } from './example-definition.ts';
import { exampleService } from './example-service.ts';
import { readme } from './readme.ts';

/** The files of a new repository: a gateway, one API that follows every convention, and one application without keys. */
export function listNewRepositoryFiles(): Readonly<Record<string, string>> {
  return {
    'gateway.config.yaml': gatewayConfig,
    'apis/room_booking/v1/api.yaml': exampleApi,
    'apis/room_booking/v1/openapi.yaml': exampleDefinition,
    'apis/room_booking/v1/subscriptions.yaml': exampleSubscriptions,
    'applications/timetable_sync.yaml': exampleApplication,
    'tiers.yaml': tiers,
    'example-service.mjs': exampleService,
    'README.md': readme,
    '.gitignore': ignoredFiles,
    ...listEditorSchemas(),
  };
}

/** apis/room_booking/v1/api.yaml */
const exampleApi = `# yaml-language-server: $schema=../../../schemas/api.schema.json
kind: Api
name: RoomBooking
context: /room_booking
version: v1
state: published
description: The bookings of rooms.
owner: facilities-team
definition: ./openapi.yaml
# The services that calls are forwarded to; a sandbox key never reaches the production one.
endpoints:
  production: { url: http://127.0.0.1:3001 }
  sandbox: { url: http://127.0.0.1:3002 }
`;

/** apis/room_booking/v1/subscriptions.yaml */
const exampleSubscriptions = `# yaml-language-server: $schema=../../../schemas/subscription.schema.json
# A subscription is next to the API, so that the API's owner approves it by review.
kind: Subscription
application: TimetableSync
api: RoomBooking/v1
tier: standard
`;

/** applications/timetable_sync.yaml */
const exampleApplication = `# yaml-language-server: $schema=../schemas/application.schema.json
# \`gatewright keys generate --application TimetableSync\` adds its keys: of a secret, only the digest.
kind: Application
name: TimetableSync
description: The nightly job that books the rooms of the timetable.
type: service
owner: timetable-team
grants: [client_credentials]
`;

/** gateway.config.yaml: one deployment, on this machine. */
const gatewayConfig = `# yaml-language-server: $schema=schemas/gateway.schema.json
kind: Gateway
format: 1
organisation: Example organisation

# Every place where the gateway runs; \`--deployment NAME\` chooses one, and production is the default.
# Outside production the first label of each host ends in -qa: https://gateway-qa.example.edu.
deployments:
  production:
    gatewayUrl: https://localhost:8243
    listener: { host: 127.0.0.1, port: 8243 }
    admin: { host: 127.0.0.1, port: 8244 }

# The rules that \`gatewright lint\` checks: minimal, recommended or strict; \`rules\` changes one of them.
lint:
  extends: recommended

# An error in the files holds back only the declaration that it is in; everything else is served.
reload:
  isolate: true

# Declarations are read from apis/, applications/ and tiers.yaml, unless \`sources\` names other globs.
`;

/** tiers.yaml */
const tiers = `# yaml-language-server: $schema=schemas/tier.schema.json
kind: Tier
name: standard
description: For most applications.
limit: { requests: 600, unit: minute, burst: 100 }
---
# yaml-language-server: $schema=schemas/tier.schema.json
kind: Tier
name: unlimited
description: For the organisation's own applications.
`;

/** .gitignore */
const ignoredFiles = `# The gateway's own state: keys, tokens and the last good route table.
.gatewright/
`;
