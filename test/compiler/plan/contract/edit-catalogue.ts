import { knownFormats } from '#openapi/schema/formats.ts';
import { appendPointer } from '#source/place.ts';
import { findOperations, findSchemas, type OperationSite, type SchemaSite } from './edit-sites.ts';

/** The expected plan of an edit. */
export interface ExpectedChange {
  /** The name of the edit in the catalogue. */
  readonly edit: string;
  /** One of these, in one direction at least. */
  readonly ids: readonly string[];
  /** Its location, in the document before or after. */
  readonly pointer: string;
}

export type Pick = (count: number) => number;

interface Edit<Site> {
  readonly name: string;
  /** Changes the document at a site; undefined if it cannot be made there. */
  readonly apply: (site: Site) => Omit<ExpectedChange, 'edit'> | undefined;
}

const both = (aspect: string) => [`request-${aspect}`, `response-${aspect}`];

/** Edits of operations; those that remove something keep what other edits change. */
const operationEdits: readonly Edit<OperationSite>[] = [
  {
    name: 'remove an operation',
    apply: ({ item, method, pointer }) => {
      delete item[method];
      return { ids: ['operation-removed'], pointer };
    },
  },
  {
    name: 'add an operation',
    apply: ({ paths, path, operation }) => {
      const added = `${path}/newly_added`;
      paths[added] = {
        parameters: [...(operation.parameters ?? [])],
        get: { responses: { 204: { description: 'Done.' } } },
      };
      return { ids: ['operation-added'], pointer: appendPointer('/paths', added, 'get') };
    },
  },
  { name: 'add a required parameter', apply: (site) => addParameter(site, true) },
  { name: 'add an optional parameter', apply: (site) => addParameter(site, false) },
  {
    name: 'remove a parameter',
    apply: ({ operation, pointer }) => {
      const index = (operation.parameters ?? []).findIndex((one) => one.in === 'query');
      if (index === -1) return undefined;
      operation.parameters?.splice(index, 1);
      return { ids: ['parameter-removed'], pointer: appendPointer(pointer, 'parameters', index) };
    },
  },
  {
    name: 'make a parameter required',
    apply: ({ operation, pointer }) => {
      const index = (operation.parameters ?? []).findIndex((one) => one.in === 'query' && !one.required);
      const parameter = operation.parameters?.[index];
      if (!parameter) return undefined;
      parameter.required = true;
      return { ids: ['parameter-became-required'], pointer: appendPointer(pointer, 'parameters', index) };
    },
  },
  {
    name: 'change the description of an operation',
    apply: ({ operation, pointer }) => {
      operation.description = `${operation.description ?? ''} In other words.`;
      return { ids: ['documentation-changed'], pointer: appendPointer(pointer, 'description') };
    },
  },
  {
    name: 'change an operationId',
    apply: ({ operation, pointer }) => {
      if (operation.operationId === undefined) return undefined;
      operation.operationId = `${operation.operationId}_anew`;
      return { ids: ['operation-id-changed'], pointer: appendPointer(pointer, 'operationId') };
    },
  },
  {
    name: 'deprecate an operation',
    apply: ({ operation, pointer }) => {
      if (operation.deprecated === true) return undefined;
      operation.deprecated = true;
      return { ids: ['operation-deprecated'], pointer: appendPointer(pointer, 'deprecated') };
    },
  },
  {
    name: 'add an answer',
    apply: ({ operation, pointer }) => {
      if (operation.responses['418']) return undefined;
      operation.responses['418'] = { description: 'A teapot.' };
      return { ids: ['response-added'], pointer: appendPointer(pointer, 'responses', 418) };
    },
  },
  {
    name: 'remove an answer that says success',
    apply: ({ operation, pointer }) => {
      const statuses = Object.keys(operation.responses);
      const status = statuses.find((one) => one.startsWith('2'));
      if (status === undefined || statuses.length === 1) return undefined;
      delete operation.responses[status];
      return { ids: ['success-response-removed'], pointer: appendPointer(pointer, 'responses', status) };
    },
  },
  {
    name: 'ask for a scope',
    apply: ({ operation, pointer }) => {
      operation.security = [{ newly_needed: ['everything'] }];
      return { ids: ['security-tightened'], pointer: appendPointer(pointer, 'security') };
    },
  },
];

function addParameter({ operation, pointer }: OperationSite, required: boolean) {
  operation.parameters = [...(operation.parameters ?? [])];
  operation.parameters.push({ name: 'newlyAdded', in: 'query', required, schema: { type: 'string' } });
  const at = appendPointer(pointer, 'parameters', operation.parameters.length - 1);
  return { ids: [required ? 'required-parameter-added' : 'optional-parameter-added'], pointer: at };
}

const schemaEdits: readonly Edit<SchemaSite>[] = [
  {
    name: 'remove a property',
    apply: ({ schema, pointer, name }) => {
      delete schema.properties[name];
      const names = ['request-property-removed', 'request-property-forbidden'];
      const ids = [...names, 'response-required-property-removed', 'response-optional-property-removed'];
      return { ids, pointer: appendPointer(pointer, 'properties', name) };
    },
  },
  {
    name: 'add an optional property',
    apply: ({ schema, pointer }) => {
      schema.properties['newly_added'] = { type: 'string' };
      const ids = ['request-optional-property-added', 'response-property-added'];
      return { ids, pointer: appendPointer(pointer, 'properties', 'newly_added') };
    },
  },
  {
    name: 'add a required property',
    apply: ({ schema, pointer }) => {
      schema.properties['newly_needed'] = { type: 'string' };
      schema.required = [...(schema.required ?? []), 'newly_needed'];
      const ids = ['request-required-property-added', 'response-property-added'];
      return { ids, pointer: appendPointer(pointer, 'properties', 'newly_needed') };
    },
  },
  {
    name: 'turn the requirement of a property',
    apply: ({ schema, pointer, name }) => {
      const required = new Set(schema.required);
      const ids = both(required.has(name) ? 'property-became-optional' : 'property-became-required');
      if (!required.delete(name)) required.add(name);
      if (required.size === 0) delete schema.required;
      else schema.required = [...required];
      return { ids, pointer: required.size === 0 ? pointer : appendPointer(pointer, 'required') };
    },
  },
  {
    name: 'change a type',
    apply: ({ property, at }) => {
      property.type = property.type === 'boolean' ? 'string' : 'boolean';
      delete property.enum;
      return { ids: both('type-changed'), pointer: appendPointer(at, 'type') };
    },
  },
  {
    name: 'allow or refuse null',
    apply: ({ property, at }) => {
      const ids = both(property.nullable === true ? 'became-not-nullable' : 'became-nullable');
      if (property.nullable === true) delete property.nullable;
      else property.nullable = true;
      return { ids, pointer: property.nullable ? appendPointer(at, 'nullable') : at };
    },
  },
  {
    name: 'set a limit',
    apply: ({ property, at }) => {
      if (property.type !== 'string' || property.maxLength !== undefined || property.enum) return undefined;
      property.maxLength = 77;
      return { ids: both('limit-added'), pointer: appendPointer(at, 'maxLength') };
    },
  },
  {
    name: 'set a pattern',
    apply: ({ property, at }) => {
      if (property.type !== 'string' || property.pattern !== undefined || property.enum) return undefined;
      property.pattern = '^[a-z]+$';
      return { ids: both('pattern-added'), pointer: appendPointer(at, 'pattern') };
    },
  },
  {
    name: 'change a format',
    apply: ({ property, at }) => {
      // Of listed values, and of what is neither a text nor a number, a format is only text.
      if (property.enum || !['string', 'integer', 'number'].includes(String(property.type))) return undefined;
      // Formats that the gateway checks, of texts or of numbers, since others are only text in requests.
      const isChecked = Object.hasOwn(knownFormats, String(property.format));
      const ids = [
        ...(isChecked ? [] : both('format-narrowed')),
        ...(property.format === undefined ? [] : both('format-changed')),
        // Of the formats of integers, one is wider than the other.
        ...(property.format === 'int32' ? both('format-widened') : []),
        ...(property.format === 'int64' ? both('format-narrowed') : []),
      ];
      const [format, other] = property.type === 'string' ? ['uuid', 'date'] : ['int32', 'int64'];
      property.format = property.format === format ? other : format;
      return { ids, pointer: appendPointer(at, 'format') };
    },
  },
  {
    name: 'close a value to an enum',
    apply: ({ property, at }) => {
      // None of the values would have a format that is checked.
      if (property.type !== 'string' || property.enum !== undefined || property.format) return undefined;
      property.enum = ['one', 'two'];
      return { ids: both('enum-added'), pointer: appendPointer(at, 'enum') };
    },
  },
  {
    name: 'add a value to an enum',
    apply: ({ property, at }) => {
      if (property.enum === undefined) return undefined;
      property.enum = [...property.enum, 'newly_added'];
      return { ids: both('enum-value-added'), pointer: appendPointer(at, 'enum') };
    },
  },
  {
    name: 'take a value from an enum',
    apply: ({ property, at }) => {
      if (property.enum === undefined || property.enum.length < 2) return undefined;
      property.enum = property.enum.slice(1);
      return { ids: both('enum-value-removed'), pointer: appendPointer(at, 'enum') };
    },
  },
  {
    name: 'change a default',
    apply: ({ property, at }) => {
      property.default = property.default === 'anew' ? 'again' : 'anew';
      // The default of a property that is always sent has no effect.
      const ids = [...both('default-changed'), 'documentation-changed'];
      return { ids, pointer: appendPointer(at, 'default') };
    },
  },
  {
    name: 'change the description of a property',
    apply: ({ property, at }) => {
      property.description = `${property.description ?? ''} In other words.`;
      return { ids: ['documentation-changed'], pointer: appendPointer(at, 'description') };
    },
  },
  {
    name: 'refuse other properties',
    apply: ({ schema, pointer }) => {
      if (schema.additionalProperties !== undefined) return undefined;
      schema.additionalProperties = false;
      const at = appendPointer(pointer, 'additionalProperties');
      return { ids: both('additional-properties-closed'), pointer: at };
    },
  },
];

/** The names of all edits. */
export const catalogue = [...operationEdits, ...schemaEdits].map(({ name }) => name);

/** Makes several edits of a document, all at different sites, and returns the change that each must be reported as. */
export function editAtRandom(document: object, count: number, pick: Pick): readonly ExpectedChange[] {
  const some = Math.floor(count / 3);
  const edited = applyEdits(operationEdits, findOperations(document), some, pick);
  // Found only now, so that each is reached by an operation that is left.
  return [...edited, ...applyEdits(schemaEdits, findSchemas(document), count - some, pick)];
}

function applyEdits<Site>(
  edits: readonly Edit<Site>[],
  sites: readonly Site[],
  count: number,
  pick: Pick,
): readonly ExpectedChange[] {
  const left = [...sites];
  const done: ExpectedChange[] = [];
  while (done.length < count) {
    const [site] = left.splice(pick(left.length), 1);
    if (site === undefined) throw new Error(`the document has room for ${done.length} of ${count} edits`);
    const edit = edits[pick(edits.length)];
    const expected = edit?.apply(site);
    if (edit && expected) done.push({ edit: edit.name, ...expected });
  }
  return done;
}
