import type { Json, JsonObject } from '#compiled/json.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { placeOf, type Place } from '#source/place.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';

/** The version of OpenAPI by which a document is checked. */
export interface ReadVersion {
  readonly line: Definition['openapi'];
  /** The document; an unsupported version in it is replaced by a supported one. */
  readonly root: JsonObject;
}

/**
 * Reads the line of OpenAPI that a document declares, and reports an unsupported version. If the version only lacks a
 * part or has an extra one, returns the line that is probably meant.
 */
export function readOpenapiVersion(
  root: JsonObject,
  place: Place,
  say: (code: string, severity: Diagnostic['severity'], finding: Finding) => void,
): ReadVersion | undefined {
  const field = Object.hasOwn(root, 'swagger') ? 'swagger' : 'openapi';
  const written = root[field];
  const version = typeof written === 'string' ? lineOf(written) : undefined;
  const at = placeOf(place, field);
  if (version && (field === 'swagger') === (version === '2.0')) return { line: version, root };
  say('openapi-version', 'error', {
    at,
    message: Object.hasOwn(root, field)
      ? `${JSON.stringify(written)} is not a supported version of OpenAPI.`
      : 'This document has neither `openapi` nor `swagger`, so it is not an OpenAPI document.',
    help: 'Use `swagger: "2.0"`, or `openapi:` with a version 3.0.x, 3.1.x or 3.2.x, as a string.',
  });
  const meant = guessLine(field, written);
  return meant && { line: meant, root: { ...root, [field]: supported[meant] } };
}

const supported = { '2.0': '2.0', '3.0': '3.0.4', '3.1': '3.1.2', '3.2': '3.2.0' } as const;

/** The line that is probably meant by an unsupported version, such as the number 3.1. */
function guessLine(field: string, written: Json | undefined): Definition['openapi'] | undefined {
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  // YAML reads 3.0 as the number 3.
  if (written === 3 && field === 'openapi') return '3.0';
  if (field === 'swagger') return /^2(?!\d)/.test(String(written)) ? '2.0' : undefined;
  const [line] = /^3\.[012](?!\d)/.exec(String(written)) ?? [];
  return line as Definition['openapi'] | undefined;
}

/**
 * The line of a supported version; undefined for drafts and release candidates. Swagger has one version, OpenAPI many
 * with a patch number.
 */
function lineOf(version: string): Definition['openapi'] | undefined {
  const [, swagger, openapi] = /^(?:(2\.0)|(3\.[012])\.\d+)$/.exec(version) ?? [];
  return (swagger ?? openapi) as Definition['openapi'] | undefined;
}
