import type { Json } from '#compiled/json.ts';
import type { ParameterNode } from '#openapi/model.ts';
import type { FormField } from '#openapi/plain-parts.ts';
import type { Serialisation } from '#openapi/serialisation.ts';

const locations = ['path', 'query', 'header', 'cookie'] as const;

/** The location of a request parameter; form fields are in the body. */
export type ParameterLocation = (typeof locations)[number] | 'form';

/** A parameter or form field, with everything that its check depends on. */
export interface DeclaredParameter {
  readonly name: string;
  readonly location: ParameterLocation;
  readonly required: boolean;
  readonly allowsEmpty: boolean;
  readonly serialisation: Serialisation;
  /** Undefined if any value is allowed. */
  readonly schema: Json | undefined;
}

/** The declaration of a parameter; undefined if parameters at its location are not checked. */
export function declareParameter(parameter: ParameterNode): DeclaredParameter | undefined {
  const { name, isRequired, allowsEmpty, written } = parameter;
  const location = locations.find((known) => known === parameter.location);
  const { serialisation, schema } = written;
  return location && { name, location, required: isRequired, allowsEmpty, serialisation, schema };
}

export function declareField({ isRequired, ...field }: FormField): DeclaredParameter {
  return { ...field, location: 'form', required: isRequired };
}
