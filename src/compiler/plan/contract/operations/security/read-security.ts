import { canonicalJson } from '#compiled/canonical-json.ts';
import type { JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument, OperationNode, SecuritySchemeNode } from '#openapi/model.ts';
import type { SecurityRequirement } from '#openapi/plain-parts.ts';

/** The credentials of one security requirement: `scheme`, and `scheme\nscope` for each scope. */
export type Credentials = ReadonlySet<string>;

/** A security scheme of a document. */
export interface ContractScheme {
  /** What a client must know to use it. */
  readonly needs: JsonObject;
  /** The same as canonical JSON, equal if clients send the same: the name of a header may be in any case (RFC 9110 section 5.1). */
  readonly sent: string;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

/** The security schemes of a document by name. */
export function readSchemes({ securitySchemes }: OpenapiDocument): ReadonlyMap<string, ContractScheme> {
  return new Map([...securitySchemes].map(([name, scheme]) => [name, readScheme(scheme)]));
}

function readScheme(scheme: SecuritySchemeNode): ContractScheme {
  const { location, name } = scheme.apiKey;
  const header = location === 'header' && name !== undefined ? { name: name.toLowerCase() } : {};
  return {
    needs: scheme.needs,
    sent: canonicalJson({ ...scheme.needs, ...header }),
    documentation: { ...scheme.documentation, ...scopesIn(scheme) },
    pointer: scheme.pointer,
  };
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
      return [name, ...scopes.map((scope) => `${name}\n${scope}`)];
    }),
  );
}
