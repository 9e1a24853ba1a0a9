import { defineRule } from '../../../rule/define-rule.ts';
import type { DefinitionFinding } from '../../../rule/definition-checks.ts';
import { editDefinition } from '../../../rule/example-edits.ts';
import { formatSuffixOf } from '../../../rule/paths/format-elements.ts';
import { isVersionElement } from '../../../rule/words/version-words.ts';
import { findPath } from '../../../rule/paths/find-path.ts';
import { kindWithoutEquals } from '../../../rule/paths/identifier-kinds.ts';
import { parameterPlace } from '../../../rule/queries/parameter-values.ts';
import { toSnakeCase } from '../../../rule/words/split-words.ts';
import type { ParameterNode, PathNode } from '../../../../openapi/model.ts';
import type { PathSegment } from '../../../../openapi/path-segment.ts';

/** The parts of an identifier are parameters separated only by commas. */
export const pathCompoundIdentifier = defineRule({
  name: 'path-compound-identifier',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'Each part of a compound identifier is a path parameter, and commas separate the parts.',
  why: 'Callers then join and split all identifiers in the same way, and each part is documented and validated.',
  examples: [
    {
      title: 'Two parts, joined by a comma',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{country},{dogId}:')],
      findings: [],
    },
    {
      title: 'Parts that are joined by something else, or by nothing',
      edits: [
        editDefinition('/dogs:', '/kennels/{city}-{number}/dogs:'),
        editDefinition('/dogs/{dogId}:', '/dogs/{country}{dogId}:'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The path segment `{city}-{number}` does not separate its parameters with commas.',
        'apis/dog_park/v1/openapi.yaml:46:3 The path segment `{country}{dogId}` does not separate its parameters with commas.',
      ],
    },
    {
      title: 'An action after the identifier',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{dogId}:cancel:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path segment `{dogId}:cancel` adds `:cancel` to its parameter.',
      ],
    },
    {
      title: 'Text before the identifier',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/@{dogId}:')],
      findings: ['apis/dog_park/v1/openapi.yaml:46:3 The path segment `@{dogId}` adds `@` to its parameter.'],
    },
    {
      title: 'A query after the identifier',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{dogId}?breed:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path segment `{dogId}?breed` adds `?breed` to its parameter.',
      ],
    },
    {
      title: 'Identifiers in brackets, as OData has them',
      edits: [
        editDefinition('/dogs:', "/kennels('{kennelId}')/dogs:"),
        editDefinition('/dogs/{dogId}:', '/dogs(country={country},number={dogId}):'),
      ],
      findings: [
        "apis/dog_park/v1/openapi.yaml:8:3 The path segment `kennels('{kennelId}')` has its identifier in brackets.",
        'apis/dog_park/v1/openapi.yaml:46:3 The path segment `dogs(country={country},number={dogId})` has its identifier in brackets.',
      ],
    },
    {
      title: 'Several parts in one parameter',
      edits: [
        editDefinition(
          'schema: { type: string, format: uuid }',
          'schema: { type: object, properties: { country: { type: string }, number: { type: integer } } }',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:48:15 The path parameter `dogId` contains several parts.'],
    },
    {
      title: 'Two kinds of identifiers',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/country={country},number={dogId}:')],
      findings: [],
    },
    {
      title: 'Braces around nothing, and a kind of identifier that is said in another way',
      edits: [editDefinition('/dogs:', '/dogs/{}:'), editDefinition('/dogs/{dogId}:', '/dogs/chip_{dogId}:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path segment `chip_{dogId}` adds `chip_` to its parameter.',
      ],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    path(path, { report }) {
      for (const [index, segment] of path.segments.entries()) {
        if (segment.form !== 'mixed' || !segment.parameters.some((name) => name !== '')) continue;
        if (isVersionElement(path, index) || formatSuffixOf(path, index) !== undefined) continue;
        if (kindWithoutEquals(segment) !== undefined) continue;
        report({ at: path.pointer, part: 'key', ...describe(path, segment) });
      }
    },
    parameter(parameter, { report }) {
      if (parameter.location !== 'path' || !holdsParts(parameter)) return;
      report({
        at: parameterPlace(parameter),
        message: `The path parameter \`${parameter.name}\` contains several parts.`,
        help: 'Declare a path parameter for each part, and separate them with commas in the path.',
      });
    },
  },
});

function describe(
  path: PathNode,
  { text, parameters }: PathSegment,
): Pick<DefinitionFinding, 'message' | 'help'> {
  const joined = joinParameters(parameters);
  const { name, held = '' } = bracketed.exec(text)?.groups ?? {};
  if (name !== undefined) {
    const message = `The path segment \`${text}\` has its identifier in brackets.`;
    const kinds = held.replaceAll("'", '').replaceAll(/\w+(?==)/g, toSnakeCase);
    return { message, help: `Write \`${toSnakeCase(name)}/${kinds}\`.` };
  }
  const isQuery = /[?#]/.test(text);
  if (parameters.length > 1) {
    const message = `The path segment \`${text}\` does not separate its parameters with commas.`;
    return { message, help: isQuery ? adviseOnQuery(path, text) : `Write \`${joined}\`.` };
  }
  const added = text.split(joined).filter((literal) => literal !== '');
  const message = `The path segment \`${text}\` adds \`${added.join('` and `')}\` to its parameter.`;
  return {
    message,
    help: isQuery ? adviseOnQuery(path, text) : `Write \`${joined}\`, ${adviseOnRest(text, joined)}.`,
  };
}

function joinParameters(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(',');
}

/** `dogs?breed={breed}` is `dogs`, and the parameter `breed` is in the query. */
function adviseOnQuery(path: PathNode, text: string): string {
  const [before = '', ...after] = text.split(/[?#]/);
  const query = [...after.join('&').matchAll(/(?:^|&)([\w.$-]+)/g)].map(([, name = '']) => name);
  return `${adviseOnPath(path, text, before)}, ${adviseOnParameters(path, query)}.`;
}

function adviseOnPath({ document, template }: PathNode, text: string, before: string): string {
  const known = template.endsWith(text)
    ? findPath(document, template.slice(0, template.length - text.length) + before)
    : undefined;
  if (known) return `Combine it with \`${known.template}\``;
  const found = [...before.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const rest = found.length > 0 ? joinParameters(found) : toSnakeCase(before);
  return rest === '' ? 'Remove it' : `Write \`${rest}\``;
}

function adviseOnParameters({ operations }: PathNode, query: readonly string[]): string {
  if (query.length === 0) return 'and declare what a query holds as query parameters';
  const names = query.map((name) => `\`${name}\``).join(' and ');
  const isDeclared = operations.every((operation) => query.every((name) => operation.query.has(name)));
  if (!isDeclared)
    return `and declare ${names} as ${query.length === 1 ? 'a query parameter' : 'query parameters'}`;
  return `since ${names} ${query.length === 1 ? 'is already a query parameter' : 'are already query parameters'}`;
}

function adviseOnRest(text: string, joined: string): string {
  const kind = text.endsWith(joined) ? toSnakeCase(text.slice(0, -joined.length)) : '';
  return kind === ''
    ? 'and express the rest with the method or a sub-resource'
    : `or \`${kind}=${joined}\` if \`${kind}\` is a kind of identifier`;
}

/** As OData writes identifiers. */
const bracketed = /^(?<name>[A-Za-z]\w*)\((?<held>[^()]*)\)$/;

/** An object, or an array of a fixed length; an array of any length is a list of identifiers. */
function holdsParts({ schema }: ParameterNode): boolean {
  if (!schema) return false;
  const [least, most] = [schema.keyword('minItems'), schema.keyword('maxItems')];
  const isTuple = schema.isArray && typeof least === 'number' && least > 1 && least === most;
  return isTuple || schema.isOnly('object');
}
