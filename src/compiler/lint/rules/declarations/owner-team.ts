import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addTeam, editApi, editApplication } from '#compiler/rule/example-edits.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';

const parks = addTeam('parks-team', 'members: [ada]\n');

export const ownerTeam = defineRule({
  name: 'owner-team',
  section: '1.3',
  severity: 'warning',
  group: 'design',
  summary: 'Once teams are declared, an owner that is not a user or an address is a declared team.',
  why: 'Nobody belongs to a team that is not declared, so nobody sees and maintains what it owns in the store.',
  examples: [
    { title: 'A repository without teams', edits: [], findings: [] },
    {
      title: 'A misspelled team',
      edits: [parks, editApi('parks-team', 'park-team')],
      findings: ['apis/dog_park/v1/api.yaml:6:8 The owner park-team is not a declared team or user.'],
    },
    {
      title: 'An application of a team that is not declared',
      edits: [parks, editApplication('ada@example.edu', 'kennel')],
      findings: ['applications/dog_walker.yaml:4:8 The owner kennel is not a declared team or user.'],
    },
  ],
  check: {
    workspace: ({ apis, applications, names }, { report }) => {
      if (names.Team.size === 0) return;
      const known = new Set([...names.Team, ...names.User]);
      for (const { value, place } of [...apis, ...applications]) {
        const { owner } = value;
        if (owner.includes('@') || owner.startsWith('user:') || known.has(owner)) continue;
        report({
          at: placeOf(place, 'owner'),
          message: `The owner ${owner} is not a declared team or user.`,
          help: suggestName(owner, known, 'Declare the team, or name the address of a person.'),
        });
      }
    },
  },
});
