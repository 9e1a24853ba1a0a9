import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';

// The package is CommonJS, so its function is in `default`.
const addFormats = addFormatsModule.default;

/** Checks values against the schemas of one OpenAPI document; a problem is a line, none is an empty list. */
export interface ContractSchemas {
  check(schemaPointer: string, value: unknown): readonly string[];
}

export function contractSchemas(contract: JsonObject): ContractSchemas {
  const ajv = createAjv(contract);
  ajv.addSchema(withNumericLimits(contract) as object, 'contract');
  return {
    check: (schemaPointer, value) => {
      const validate = ajv.compile({ $ref: `contract#${encodeURI(schemaPointer)}` });
      return validate(value) ? [] : describeErrors(validate);
    },
  };
}

function createAjv(contract: JsonObject): Ajv {
  const options = { strict: false, allErrors: true };
  const { openapi } = contract;
  const isJsonSchema2020 = typeof openapi === 'string' && openapi.startsWith('3.1');
  const ajv = isJsonSchema2020 ? new Ajv2020(options) : new Ajv(options);
  addFormats(ajv);
  return ajv;
}

function describeErrors({ errors }: ValidateFunction): readonly string[] {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

/** In OpenAPI 3.0 an exclusive limit is a flag next to the limit, in JSON Schema since draft 6 it is the number. */
function withNumericLimits(value: Json): Json {
  if (Array.isArray(value)) return value.map(withNumericLimits);
  if (!isJsonObject(value)) return value;
  const { minimum, exclusiveMinimum, ...others } = value;
  const limits = exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { minimum, exclusiveMinimum };
  const members = Object.entries({ ...others, ...limits }).filter((member): member is [string, Json] => {
    return member[1] !== undefined;
  });
  return Object.fromEntries(members.map(([key, member]) => [key, withNumericLimits(member)]));
}
