import { canonicalJson } from '../../../compiled/canonical-json.ts';
import type { JsonObject } from '../../../compiled/json.ts';
import type { OpenapiDocument, OperationNode, SecuritySchemeNode } from '../../../openapi/model.ts';
import type { SecurityRequirement } from '../../../openapi/plain-parts.ts';

/** What one of the ways to be let in asks for: `scheme scope`, and `scheme` where it needs no scope. */
export type Credentials = ReadonlySet<string>;

/** A security scheme of a document. */
export interface ContractScheme {
  /** What a client has to know of it, as a canonical text. */
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

/** What the scopes of each flow are for. */
function scopesIn({ flows }: SecuritySchemeNode): JsonObject {
  const scopes = flows.map((flow) => flow.scopes).filter((declared) => Object.keys(declared).length > 0);
  return scopes.length === 0 ? {} : { scopes };
}

/** The ways in which a call of an operation may be let in; one without credentials where it needs none. */
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
