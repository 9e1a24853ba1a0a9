import { adviseOnQuery } from './resources/advise-on-query.ts';
import { formatSuffixOf } from '#compiler/rule/paths/format-elements.ts';
import { decodeElement, resourceNames } from '#compiler/rule/paths/resource-names.ts';
import { adviseOnVerb } from './verbs/advise-on-verb.ts';
import { findCalls } from './verbs/find-call.ts';
import { findVerb } from './verbs/find-verb.ts';
import { verbs } from './verbs/verb-words.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { isVersionElement } from '#compiler/rule/words/version-words.ts';
import { toSnakeCase } from '#compiler/rule/words/split-words.ts';
import type { PathNode } from '#openapi/model.ts';

/** Every element of a path is in snake_case. */
export const pathSnakeCase = defineRule({
  name: 'path-snake-case',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  reads: 'place',
  summary: 'The segments of a path are in snake_case.',
  why: 'Callers who know one URL of the organisation then know how all others are spelled.',
  examples: [
    { title: 'Words in snake_case', edits: [editDefinition('/dogs:', '/park_dogs:')], findings: [] },
    {
      title: 'Words in camelCase',
      edits: [editDefinition('/dogs:', '/parkDogs:')],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The path segment `parkDogs` is not in snake_case.'],
    },
    {
      title: 'Words with hyphens, below an identifier',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{dogId}/vet-visits:')],
      findings: ['apis/dog_park/v1/openapi.yaml:46:3 The path segment `vet-visits` is not in snake_case.'],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    path(path, { report }) {
      for (const text of new Set(literalsOf(path))) {
        if (isSnakeCase(text)) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: `The path segment \`${text}\` is not in snake_case.`,
          help: adviseOnKind(path, text) ?? adviseOnVerbIn(path, text) ?? adviseOn(path, text),
        });
      }
    },
  },
});

const fileEnding = /\.(json|xml|csv|ya?ml)$/i;

/** The static segments of a path, except versions, formats and segments with parameters, which other rules check. */
function literalsOf(path: PathNode): readonly string[] {
  const { segments } = path;
  if (segments[0]?.text === '.well-known') return [];
  return segments
    .flatMap(({ text, form }, index) => {
      if (form === 'qualified') return text.split(/=\{[^{}]*\}|,|\{[^{}]*\}/);
      const literal = form === 'static' ? text : beforeFormat(path, index);
      if (isSnakeCase(literal) || isVersionElement(path, index)) return [];
      return literal
        .replace(fileEnding, '')
        .split(',')
        .map((part) => part.replace(/(?<=.)=.*/, ''));
    })
    .filter((literal) => literal !== '');
}

/** The text of a segment before its format suffix; empty if there is no suffix, or if the text contains a parameter. */
function beforeFormat(path: PathNode, index: number): string {
  const suffix = formatSuffixOf(path, index) ?? '';
  const literal = path.segments[index]?.text.slice(0, -suffix.length) ?? '';
  return literal.includes('{') ? '' : literal;
}

function isSnakeCase(text: string): boolean {
  return /^[a-z0-9]+(_[a-z0-9]+)*$/.test(text);
}

/** The advice on `dogs:chip={chipId}`, where the kind of an identifier follows its resource. */
function adviseOnKind({ segments }: PathNode, literal: string): string | undefined {
  const kind = segments.find(({ text }) => text.startsWith(`${literal}=`))?.text;
  const [resource = '', rest = ''] = kind?.split(/(?<=^[^:]+):/) ?? [];
  if (rest === '') return undefined;
  return `Write \`${toSnakeCase(resource)}/${rest.replace(/^[^=]+/, toSnakeCase)}\`.`;
}

const certainVerbs = new Set(verbs);

/**
 * The advice of the rule on verbs, since a different spelling would still contain the verb; undefined without a verb.
 */
function adviseOnVerbIn(path: PathNode, text: string): string | undefined {
  const name = resourceNames(path).find((one) => one.text === text);
  const verb = name && findVerb(path, name, certainVerbs);
  if (verb !== undefined) return adviseOnVerb(path, text, verb);
  const call = findCalls(path, certainVerbs).find((one) => one.text === decodeElement(text));
  return call?.before === '' ? adviseOnVerb(path, call.name, call.verb) : undefined;
}

function adviseOn(path: PathNode, text: string): string {
  const whole = path.segments.find((segment) => segment.text.startsWith(text))?.text ?? text;
  const advice = /[?#]/.test(text) ? adviseOnQuery(path, whole) : undefined;
  if (advice !== undefined) return advice;
  const name = /^:([A-Za-z_][\w-]*)$/.exec(text)?.[1];
  if (name !== undefined) return `Write \`{${name}}\`, and declare \`${name}\` as a path parameter.`;
  const [before = '', call] = text.split(/(?<=.):/);
  if (call !== undefined)
    return `Write \`${toSnakeCase(decodeElement(before))}\`, and express the rest with the method or a sub-resource.`;
  const suggested = toSnakeCase(decodeElement(text));
  return suggested === '' ? 'Write lower-case letters, numbers and underscores.' : `Write \`${suggested}\`.`;
}
