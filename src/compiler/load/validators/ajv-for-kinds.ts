import { Ajv, type Options } from 'ajv';
import { checkedSchemas } from '#compiler/declaration/checked-schemas.ts';
import { declarationFormats as formats } from './declaration-formats.ts';
import { withUniqueItems } from './unique-items-keyword.ts';

/** A validator of declarations; the name of each schema is its kind. */
export function ajvForKinds(options: Options = {}): Ajv {
  const ajv = withUniqueItems(
    new Ajv({ strict: true, allowUnionTypes: true, discriminator: true, formats, ...options }),
  );
  for (const [kind, schema] of Object.entries(checkedSchemas)) ajv.addSchema(schema, kind);
  return ajv;
}
