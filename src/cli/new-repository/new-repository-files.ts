import { renderSchemas } from '../generate/render-schemas.ts';
import { exampleApi, exampleApplication, exampleSubscriptions } from './example-declarations.ts';
import { exampleDefinition } from './example-definition.ts';
import { gatewayConfig, ignoredFiles, tiers } from './gateway-config.ts';
import { readme } from './readme.ts';

/** The files of a new repository: a gateway, one API that follows every convention, and one application without keys. */
export function listNewRepositoryFiles(): Readonly<Record<string, string>> {
  const schemas = Object.entries(renderSchemas()).map(([file, text]) => [`schemas/${file}`, text] as const);
  return {
    'gateway.config.yaml': gatewayConfig,
    'apis/room_booking/v1/api.yaml': exampleApi,
    'apis/room_booking/v1/openapi.yaml': exampleDefinition,
    'apis/room_booking/v1/subscriptions.yaml': exampleSubscriptions,
    'applications/timetable_sync.yaml': exampleApplication,
    'tiers.yaml': tiers,
    'README.md': readme,
    '.gitignore': ignoredFiles,
    ...Object.fromEntries(schemas),
  };
}
