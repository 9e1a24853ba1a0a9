import { isWrittenByGateway } from '#compiled/header-fate.ts';
import type { JsonObject } from '#compiled/json.ts';
import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import { pointerOf } from '#openapi/value-path.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import type { DeclaredText } from '../../sent-as-text/declared-text.ts';
import type { ListWriting } from '../../sent-as-text/list-writing.ts';
import { writingOf, type Writing } from '#openapi/writing/writing.ts';
import { sentNamesOf } from './sent-names.ts';
import { describeStyle, listWritingOf } from './serialisation-style.ts';
import { fitsSchema } from '../../keywords/fits-schema.ts';
import type { SchemaNode } from '../../keywords/facts/flat-schema.ts';

/** A parameter of an operation, for comparison. */
export interface ContractParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** Whether the gateway refuses requests without the parameter. */
  readonly isNeeded: boolean;
  readonly deprecated: boolean;
  /** Whether a query parameter may be without a value. */
  readonly allowsEmpty: boolean;
  /** Whether the gateway overwrites the header in every call, whatever a client sends. */
  readonly isReplaced: boolean;
  /** Whether the parameter's text may be empty, which a path segment cannot be. */
  readonly mayBeEmpty: boolean;
  /** The serialization of the value; equal texts mean equal serializations. */
  readonly style: string;
  /** How the gateway reassembles the value from the request. */
  readonly writing: Writing;
  /** The names under which requests send the parameter. */
  readonly sentNames: readonly string[];
  /** How lists are written; undefined if the value is not sent as text. */
  readonly lists: ListWriting | undefined;
  readonly schema: SchemaNode;
  /** Only for an object whose members are separate parameters: its schema without restrictions of undeclared names. */
  readonly declared?: SchemaNode;
  /** The declaration by which the gateway reads the parameter's texts. */
  readonly text: DeclaredText;
  readonly documentation: JsonObject;
  readonly pointer: string;
  /** The pointer at which the operation or its path lists the parameter, which may be a reference. */
  readonly place: string;
}

/** The parameters of an operation, by location and name. */
export function readParameters(
  { parameters }: OperationNode,
  side: ContractSide,
): ReadonlyMap<string, ContractParameter> {
  return new Map(parameters.map((parameter) => [parameter.key, readParameter(parameter, side)]));
}

function readParameter(parameter: ParameterNode, { nodes, shapes }: ContractSide): ContractParameter {
  const { name, location, written } = parameter;
  const schema = nodes.nodeOf(written.schema, pointerOf(written.schemaPath));
  const shape = shapes.shapeOf(written.schema);
  const writing = writingOf({ location, serialisation: written.serialisation }, shape);
  const isReplaced = location === 'header' && isWrittenByGateway(name.toLowerCase());
  const declared = writing === 'pairs' ? nodes.withoutOthers(schema) : undefined;
  // An object whose members are separate parameters exists even if none of them is sent.
  const isSentEmpty = writing === 'pairs' && fitsSchema({}, schema.flat, 'request');
  return {
    name,
    writing,
    sentNames: sentNamesOf({ name, writing, shape, schema }),
    in: location,
    required: parameter.isRequired,
    isNeeded: parameter.isRequired && !isReplaced && !isSentEmpty,
    deprecated: parameter.isDeprecated,
    allowsEmpty: parameter.allowsEmpty,
    isReplaced,
    mayBeEmpty: location !== 'path' || written.serialisation.style !== 'simple',
    style: describeStyle(written, schema, location),
    lists: listWritingOf(written, location),
    schema,
    ...(declared && { declared }),
    text: {
      name,
      location,
      isRequired: parameter.isRequired,
      allowsEmpty: parameter.allowsEmpty,
      serialisation: written.serialisation,
      writing,
      shape,
      schema: declared ?? schema,
    },
    documentation: parameter.documentation,
    pointer: parameter.pointer,
    place: parameter.usedAtPointer,
  };
}
