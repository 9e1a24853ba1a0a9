import { listEditorSchemas } from './editor-schemas.ts';
import { templateFiles } from './template-files.ts';

/** The files of `template/`, in the order in which they are created. */
const created = [
  'gateway.config.yaml',
  'apis/room_booking/v1/api.yaml',
  'apis/room_booking/v1/openapi.yaml',
  'apis/room_booking/v1/subscriptions.yaml',
  'applications/timetable_sync.yaml',
  'tiers.yaml',
  'example-service.mjs',
  'README.md',
  '.gitignore',
] as const;

/** The files of a new repository: a gateway, one API that follows every convention, and one application without keys. */
export function listNewRepositoryFiles(): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(created.map((path) => [path, templateFiles[path]])),
    ...listEditorSchemas(),
  };
}
