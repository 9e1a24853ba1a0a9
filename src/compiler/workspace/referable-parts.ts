import { documentedSecurity, type DocumentedSecurity } from './documented-security.ts';
import { listRequiredScopes } from './needed-scopes.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import type { DeclaredApi } from './workspace.ts';

/** The names by which declarations refer to an operation: its method and path, and its operationId if it has one. */
export function namesOfOperation({ name, operationId }: OperationNode): readonly string[] {
  return operationId === undefined ? [name] : [name, operationId];
}

/** The parts of an OpenAPI document that other declarations may refer to. */
export interface ReferableParts {
  /** The scopes that its operations require, sorted. */
  readonly askedScopes: readonly string[];
  /** The names of each operation, in the order of the document. */
  readonly operationNames: readonly (readonly string[])[];
  /** The documented security of each operation, in the same order. */
  readonly operationSecurity: readonly DocumentedSecurity[];
}

export function referablePartsOf(document: OpenapiDocument): ReferableParts {
  return {
    askedScopes: listRequiredScopes(document),
    operationNames: document.operations.map(namesOfOperation),
    operationSecurity: document.operations.map(documentedSecurity),
  };
}

/** The referable parts of an API's document; undefined if the document could not be read. */
export function referablePartsOfApi({ definition, remembered }: DeclaredApi): ReferableParts | undefined {
  return remembered ?? (definition && referablePartsOf(openDocument(definition.contract)));
}
