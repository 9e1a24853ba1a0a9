import { isCalled } from './parameters/attached-parameters.ts';
import { isFormatElement, formatSuffixOf } from '#compiler/rule/paths/format-elements.ts';
import { collectiveFacts } from './resources/word-lists.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { identifierKinds } from './parameters/identifier-kinds.ts';
import { isToken } from '../../resources/identifying-parameters.ts';
import { entrances, isVersionElement } from '#compiler/rule/words/version-words.ts';
import { branchesAlong } from '../../resources/path-tree.ts';
import { resourceKindOf } from './resources/resource-kind.ts';
import { resourceNames } from '#compiler/rule/paths/resource-names.ts';
import { findVerb } from './verbs/find-verb.ts';
import { verbs } from './verbs/verb-words.ts';
import { listNames } from '#compiler/rule/words/list-names.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';
import type { PathNode } from '#openapi/model.ts';

/** A path alternates between resources and their identifiers. */
export const pathHierarchy = defineRule({
  name: 'path-hierarchy',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'A path reads `/<resource>/<id>/<sub_resource>`, each identifier directly below its resource.',
  why: 'Callers can then see from a path what it identifies, and find the parent by removing the last segment.',
  examples: [
    {
      title: 'A sub-resource below the identifier of its parent',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{dogId}/walks/{walkId}:')],
      findings: [],
    },
    {
      title: 'An identifier that belongs to no resource',
      edits: [editDefinition('/dogs/{dogId}:', '/{dogId}/walks:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path begins with the identifier `{dogId}`, which does not belong to a resource.',
      ],
    },
    {
      title: 'An identifier in two segments',
      edits: [editDefinition('  /dogs:', '  /kennels/{city}/{number}/dogs:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The identifier `{number}` follows the identifier `{city}`.',
      ],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    path(path, { report }) {
      const problems = [...findHomeless(path), ...findRuns(path), ...findSkips(path)];
      for (const problem of problems) report({ at: path.pointer, part: 'key', ...problem });
    },
  },
});

type Problem = Pick<DefinitionFinding, 'message' | 'help'>;

/** Reports an identifier at the beginning of a path. */
function findHomeless(path: PathNode): readonly Problem[] {
  const first = path.segments.find(
    (_, index) => !isVersionElement(path, index) && !isFormatElement(path, index),
  );
  if (!first || first.form === 'static' || !first.text.startsWith('{')) return [];
  return [
    {
      message: `The path begins with the identifier \`${first.text}\`, which does not belong to a resource.`,
      help: 'Put the plural name of its resource before the identifier.',
    },
  ];
}

/** Reports identifiers that follow each other. */
function findRuns(path: PathNode): readonly Problem[] {
  const runs: string[][] = [[]];
  for (const [index, { text }] of path.segments.entries()) {
    const said = text.slice(0, text.length - (formatSuffixOf(path, index) ?? '').length);
    if (!said.includes('{') || isNamed(said) || isCalled(said) || isVersionElement(path, index))
      runs.push([]);
    else if (!isFormatElement(path, index)) runs.at(-1)?.push(said.replace(/(?<=\})[?#].*/, ''));
  }
  return runs.filter(({ length }) => length > 1).map(describeRun);
}

/** Whether an element is the name of a resource with a parameter attached: `export?file={file}`. */
function isNamed(text: string): boolean {
  return /^[A-Za-z]\w*[{.]|^([A-Za-z][\w-]*)?\?|\}[-_][A-Za-z][\w-]*$/.test(text);
}

function describeRun(texts: readonly string[]): Problem {
  const [first, second] = texts;
  return {
    message: `The identifier \`${second}\` follows the identifier \`${first}\`.`,
    help: adviseOnRun(texts),
  };
}

function adviseOnRun(texts: readonly string[]): string {
  const token = texts.find(isToken);
  if (token !== undefined)
    return `Remove \`${token}\`, since callers send the token in the \`Authorization\` header.`;
  const presenting = texts.flatMap(parameterNames).filter((name) => presents.test(name));
  const identifiers = texts.filter((text) => !parameterNames(text).some((name) => presents.test(name)));
  return [adviseOnPresenting(presenting), adviseOnIdentifiers(identifiers)]
    .filter((advice) => advice !== undefined)
    .join(' ');
}

function adviseOnIdentifiers(texts: readonly string[]): string | undefined {
  return texts.length > 1
    ? `Write \`${texts.join(',')}\` if they are one identifier. Otherwise name a resource between them, or declare filters as query parameters.`
    : undefined;
}

function adviseOnPresenting(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const what = names.length === 1 ? 'a query parameter' : 'query parameters';
  return `Declare ${listNames(names, 'conjunction')} as ${what}.`;
}

/** Names of parameters that select the page or the order of a list. */
const presents =
  /^(page([_-]?(no|num|number|size|index))?|per[_-]?page|limit|offset|sort([_-]?(by|mode|order|dir|direction))?|order[_-]?by)$/i;

function parameterNames(text: string): readonly string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name]) => name ?? []);
}

const certainVerbs = new Set(verbs);

/** Reports collections below another collection, without the identifier of an element between them. */
function findSkips(path: PathNode): readonly Problem[] {
  const starts = new Set(identifierKinds(path).map(({ start }) => start));
  const names = resourceNames(path).filter(({ index }) => !starts.has(index));
  return names.flatMap((resource, place) => {
    const { text, index } = resource;
    const above = names[place - 1];
    if (above?.index !== index - 1) return [];
    if (numberOf(text) !== 'plural' || collectiveFacts.has(text.toLowerCase())) return [];
    if (entrances.has(above.text.toLowerCase()) || findVerb(path, resource, certainVerbs) !== undefined)
      return [];
    if (!isCollection(path, above.index) || !isCollection(path, index)) return [];
    return [
      {
        message: `The resource \`${text}\` follows the collection \`${above.text}\` instead of one of its elements.`,
        help: `Put an identifier of \`${above.text}\` before \`${text}\`, or give \`${text}\` its own path.`,
      },
    ];
  });
}

function isCollection(path: PathNode, index: number): boolean {
  const branch = branchesAlong(path)[index];
  return branch !== undefined && resourceKindOf(branch) === 'collection';
}
