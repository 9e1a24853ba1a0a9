import type { JsonObject } from '../../../compiled/json.ts';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { placeOf, type Place } from '../../../source/place.ts';
import type { Finding } from '../../workspace/finding.ts';
import type { Definition } from '../../workspace/workspace.ts';

/** The line of OpenAPI that a document declares; reports a version that is not supported. */
export function readOpenapiVersion(
  root: JsonObject,
  place: Place,
  say: (code: string, severity: Diagnostic['severity'], finding: Finding) => void,
): Definition['openapi'] | undefined {
  const field = Object.hasOwn(root, 'swagger') ? 'swagger' : 'openapi';
  const written = root[field];
  const version = typeof written === 'string' ? lineOf(written) : undefined;
  const at = placeOf(place, field);
  if (version && (field === 'swagger') === (version === '2.0')) return version;
  say('openapi-version', 'error', {
    at,
    message: Object.hasOwn(root, field)
      ? `${JSON.stringify(written)} is not a supported version of OpenAPI.`
      : 'This document has neither `openapi` nor `swagger`, so it is not an OpenAPI document.',
    help: 'Use `swagger: "2.0"`, or `openapi:` with a version 3.0.x, 3.1.x or 3.2.x, as a string.',
  });
  return undefined;
}

/** Swagger has one version, OpenAPI many with a patch number; drafts and release candidates are not supported. */
function lineOf(version: string): Definition['openapi'] | undefined {
  const [, swagger, openapi] = /^(?:(2\.0)|(3\.[012])\.\d+)$/.exec(version) ?? [];
  return (swagger ?? openapi) as Definition['openapi'] | undefined;
}
