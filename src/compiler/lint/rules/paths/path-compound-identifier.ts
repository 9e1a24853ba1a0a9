import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { describeAttached } from './parameters/attached-parameters.ts';
import { formatSuffixOf } from '#compiler/rule/paths/format-elements.ts';
import { isVersionElement } from '#compiler/rule/words/version-words.ts';
import { adviseOnQuery, joinParameters } from './resources/advise-on-query.ts';
import { findPath } from '../../resources/find-path.ts';
import { kindWithoutEquals } from './parameters/identifier-kinds.ts';
import { parameterPlace } from '#compiler/rule/parts/parameter-values.ts';
import { splitWords, toSnakeCase } from '#compiler/rule/words/split-words.ts';
import { verbs } from './verbs/verb-words.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';
import type { ParameterNode, PathNode } from '#openapi/model.ts';
import type { PathSegment } from '#openapi/path-segment.ts';

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

function describe(path: PathNode, segment: PathSegment): Pick<DefinitionFinding, 'message' | 'help'> {
  const { text, parameters } = segment;
  const joined = joinParameters(parameters);
  const attached = describeAttached(segment);
  if (attached) return attached;
  const elsewhere = adviseOnQuery(path, text) ?? adviseOnHost(path, text);
  if (parameters.length > 1) {
    const message = `The path segment \`${text}\` does not separate its parameters with commas.`;
    return { message, help: elsewhere ?? `Write \`${joined}\`.` };
  }
  const added = text.split(joined).filter((literal) => literal !== '');
  const message = `The path segment \`${text}\` adds \`${added.join('` and `')}\` to its parameter.`;
  return { message, help: elsewhere ?? adviseOnRest(path, text, joined) };
}

function adviseOnRest(path: PathNode, text: string, joined: string): string {
  if (!/[a-z]/i.test(text.replace(joined, ''))) return `Write \`${joined}\`.`;
  const suffix = /\}(\.\w+)$/.exec(text)?.[1];
  if (suffix !== undefined) {
    const known = findWithout(path, suffix);
    const first = known ? `Combine it with \`${known.template}\`` : `Write \`${joined}\``;
    return `${first}. Callers choose a format such as \`${suffix}\` with an \`Accept\` header; express an action with the method or a sub-resource.`;
  }
  return adviseOnStart(text.endsWith(joined) ? toSnakeCase(text.slice(0, -joined.length)) : '', joined);
}

/** The advice on a host in a path, such as `{shop}.example.com`. */
function adviseOnHost({ segments }: PathNode, text: string): string | undefined {
  const isHost = segments[0]?.text === text && /\.(com|edu|gov|io|net|org)(\.[a-z]{2})?$/.test(text);
  return isHost ? `Remove \`${text}\`, and write the host in \`servers\`.` : undefined;
}

/** The path of the same document that differs only in the missing suffix. */
function findWithout({ document, template }: PathNode, suffix: string): PathNode | undefined {
  return template.endsWith(suffix) ? findPath(document, template.slice(0, -suffix.length)) : undefined;
}

const certainVerbs = new Set(verbs);

/** `start` is the text before the identifier; empty if the identifier is not at the end. */
function adviseOnStart(start: string, joined: string): string {
  const isVerb = certainVerbs.has(splitWords(start)[0] ?? '');
  if (start === '' || isVerb)
    return `Write \`${joined}\`, and express the rest with the method or a sub-resource.`;
  const name = joined.slice(1, -1);
  if (position.test(name)) return `Write \`${start}\`, and declare \`${name}\` as a query parameter.`;
  if (numberOf(start) === 'plural') return `Write \`${start}/${joined}\`.`;
  return `Write \`${joined}\`, or \`${start}=${joined}\` if \`${start}\` is a kind of identifier.`;
}

/** The name of a parameter that says where a page begins. */
const position = /(cursor|marker|token|offset|link|page)$/i;

/** Whether a parameter is an object or an array of a fixed length; any other array is a list of identifiers. */
function holdsParts({ schema }: ParameterNode): boolean {
  if (!schema) return false;
  const [least, most] = [schema.keyword('minItems'), schema.keyword('maxItems')];
  const isTuple = schema.isArray && typeof least === 'number' && least > 1 && least === most;
  return isTuple || schema.isOnly('object');
}
