import { canonicalJson } from '../../../compiled/canonical-json.ts';
import type { JsonObject } from '../../../compiled/json.ts';
import type { OpenapiDocument, OperationNode, SecuritySchemeNode } from '../../../openapi/model.ts';
import type { SecurityRequirement } from '../../../openapi/plain-parts.ts';

/** The credentials of one security requirement: `scheme`, and `scheme scope` for each scope. */
export type Credentials = ReadonlySet<string>;

/** A security scheme of a document. */
export interface ContractScheme {
  /** What a client must know to use it, as canonical JSON. */
  readonly needs: string;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

/** The security schemes of a document by name. */
export function readSchemes({ securitySchemes }: OpenapiDocument): ReadonlyMap<string, ContractScheme> {
  return new Map([...securitySchemes].map(([name, scheme]) => [name, readScheme(scheme)]));
}

function readScheme(scheme: SecuritySchemeNode): ContractScheme {
  const needs = canonicalJson(scheme.needs);
  return { needs, documentation: { ...scheme.documentation, ...scopesIn(scheme) }, pointer: scheme.pointer };
}

/** The descriptions of the scopes of each flow. */
function scopesIn({ flows }: SecuritySchemeNode): JsonObject {
  const scopes = flows.map((flow) => flow.scopes).filter((declared) => Object.keys(declared).length > 0);
  return scopes.length === 0 ? {} : { scopes };
}

/** The alternative credentials of an operation; one empty set if it needs none. */
export function readSecurity(
  { security }: OperationNode,
  nameOf: (scheme: string) => string,
): readonly Credentials[] {
  return security.length === 0 ? [new Set()] : security.map((way) => credentialsOf(way, nameOf));
}

function credentialsOf(requirement: SecurityRequirement, nameOf: (scheme: string) => string): Credentials {
  return new Set(
    [...requirement].flatMap(([scheme, scopes]) => {
      const name = nameOf(scheme);
      return [name, ...scopes.map((scope) => `${name} ${scope}`)];
    }),
  );
}
