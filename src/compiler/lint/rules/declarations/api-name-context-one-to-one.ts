import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addApi } from '#compiler/rule/example-edits.ts';
import { indexFirst, oncePer } from '#compiler/rule/once-per.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

export const apiNameContextOneToOne = defineRule({
  name: 'api-name-context-one-to-one',
  section: '2.2',
  severity: 'error',
  group: 'integrity',
  summary:
    'Each name has exactly one context and each context one name, ignoring case; all versions of an API share both.',
  why: 'People know an API by its name and callers reach it by its context, so both must identify the same API.',
  examples: [
    { title: 'Two versions of one API', edits: [addApi('dog_park/v2')], findings: [] },
    {
      title: 'One name with two contexts',
      edits: [addApi('dog_park/v2', { context: '/dogpark' })],
      findings: [
        'apis/dog_park/v2/api.yaml:3:10 The context of DogPark is /dogpark here and /dog_park elsewhere.',
      ],
    },
    {
      title: 'One context with two names',
      edits: [addApi('dog_park/v2', { name: 'DogWalk' })],
      findings: [
        'apis/dog_park/v2/api.yaml:3:10 The context /dog_park of DogWalk is already the context of DogPark.',
      ],
    },
  ],
  check: {
    workspace: ({ apis }, { report }) => {
      const byName = indexFirst(apis, nameOf);
      const byContext = indexFirst(apis, contextOf);
      for (const api of apis) {
        const namesake = byName.get(nameOf(api)) ?? api;
        const neighbour = byContext.get(contextOf(api)) ?? api;
        if (namesake !== api) compareToNamesake(api, namesake).forEach(report);
        else if (neighbour !== api) compareToNeighbour(api, neighbour).forEach(report);
      }
    },
  },
});

/** The lower-case name, since names are compared without case. */
const nameOf = oncePer(({ value }: DeclaredApi) => value.name.toLowerCase());
const contextOf = oncePer(({ value }: DeclaredApi) => value.context.toLowerCase());

function compareToNamesake(api: DeclaredApi, { value, place }: DeclaredApi): readonly Finding[] {
  const findings: Finding[] = [];
  if (api.value.name !== value.name) {
    findings.push({
      at: placeOf(api.place, 'name'),
      message: `The name ${api.value.name} is spelled ${value.name} elsewhere.`,
      help: 'Use the same spelling in every version, or choose a name that differs in more than case.',
      related: [{ message: 'first declared here', at: placeOf(place, 'name') }],
    });
  }
  if (api.value.context !== value.context) {
    findings.push({
      at: placeOf(api.place, 'context'),
      message: `The context of ${api.value.name} is ${api.value.context} here and ${value.context} elsewhere.`,
      help: `Make it ${value.context}, or give this API a different name.`,
      related: [{ message: 'first declared here', at: placeOf(place, 'context') }],
    });
  }
  return findings;
}

function compareToNeighbour(api: DeclaredApi, { value, place }: DeclaredApi): readonly Finding[] {
  if (api.value.name.toLowerCase() === value.name.toLowerCase()) return [];
  return [
    {
      at: placeOf(api.place, 'context'),
      message: `The context ${api.value.context} of ${api.value.name} is already the context of ${value.name}.`,
      help: `Give ${api.value.name} a context of its own.`,
      related: [{ message: 'first declared here', at: placeOf(place, 'context') }],
    },
  ];
}
