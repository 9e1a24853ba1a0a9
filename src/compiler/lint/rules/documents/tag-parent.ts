import { type DeclaredTag, declaredTags } from './parts/declared-tags.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { definitionFile } from '#compiler/rule/example-edits.ts';

const inOpenapi32 = (tags: string) => ({
  file: definitionFile,
  content: `openapi: 3.2.0\ninfo: { title: Dog park, version: '1' }\ntags: ${tags}\npaths: {}\n`,
});

/** The parents of tags are declared tags, and no tag is its own ancestor. */
export const tagParent = defineRule({
  name: 'tag-parent',
  section: '4.4',
  severity: 'error',
  group: 'design',
  summary: 'The `parent` of a tag is declared, and no tag is its own ancestor.',
  why: 'Tools show the operations of a tag below its parent, and cannot place those without one.',
  examples: [
    {
      title: 'A parent',
      edits: [inOpenapi32('[{ name: dogs, parent: animals }, { name: animals }]')],
      findings: [],
    },
    {
      title: 'A parent that is not declared',
      edits: [inOpenapi32('[{ name: dogs, parent: animals }]')],
      findings: ['apis/dog_park/v1/openapi.yaml:3:30 The tag `animals` is not declared.'],
    },
    {
      title: 'A circle of two tags, and a child of one',
      edits: [
        inOpenapi32(
          '[{ name: dogs, parent: cats }, { name: cats, parent: dogs }, { name: puppies, parent: dogs }]',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:3:30 The tag `dogs` is its own ancestor.',
        'apis/dog_park/v1/openapi.yaml:3:60 The tag `cats` is its own ancestor.',
      ],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      if (document.version !== '3.2') return;
      const tags = declaredTags(document);
      const byName = new Map(tags.map((tag) => [tag.name, tag]));
      const circling = findCircles(byName);
      for (const { name, parent, pointer } of tags) {
        const at = `${pointer}/parent`;
        if (parent === undefined) continue;
        if (!byName.has(parent))
          report({
            at,
            message: `The tag \`${parent}\` is not declared.`,
            help: 'Declare it in `tags`, or correct the name.',
          });
        else if (circling.has(name))
          report({
            at,
            message: `The tag \`${name}\` is its own ancestor.`,
            help: 'Remove a `parent` from the circle, or name another one.',
          });
      }
    },
  },
});

/** The names of the tags whose chain of parents leads back to them; visits each tag once. */
function findCircles(byName: ReadonlyMap<string, DeclaredTag>): ReadonlySet<string> {
  const circling = new Set<string>();
  const done = new Set<string>();
  for (const start of byName.keys()) {
    const chain: string[] = [];
    const inChain = new Set<string>();
    let name: string | undefined = start;
    while (name !== undefined && !done.has(name) && !inChain.has(name)) {
      chain.push(name);
      inChain.add(name);
      name = byName.get(name)?.parent;
    }
    if (name !== undefined && inChain.has(name))
      for (const one of chain.slice(chain.indexOf(name))) circling.add(one);
    for (const one of chain) done.add(one);
  }
  return circling;
}
