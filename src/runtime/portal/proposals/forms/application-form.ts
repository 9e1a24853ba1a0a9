import type { ApplicationType, KeySetName } from '#compiled/manifest.ts';
import { usualGrants } from '#compiled/proposals/proposed-change.ts';
import { texts } from '../../texts/texts.ts';
import { makeKeys } from '../make-keys.ts';
import { chosenOf, isOwnName, optionsOf, ownerField } from '../owned.ts';
import { filledIn, linesOf, type FilledForm, type ProposalForm } from '../proposal-form.ts';
import { grantTypes } from './grant-types.ts';

const { fields } = texts.proposals;
const types = Object.keys(usualGrants) as readonly ApplicationType[];
const keySets: readonly KeySetName[] = ['production', 'sandbox'];

/** A new application, with keys if they are wanted. */
export const applicationForm: ProposalForm = {
  fields: (filled) => {
    const { user, value } = filled;
    if (value('owner') !== '' && !isOwnName(user, value('owner'))) return undefined;
    const name = { name: 'name', label: fields.name, hint: fields.applicationNameHint, isRequired: true };
    const callbacks = { name: 'callbackUrls', label: fields.callbackUrls, value: value('callbackUrls') };
    const hasGrant = (grant: string) => value(`grants.${grant}`) !== '';
    const grants = { options: optionsOf(grantTypes, hasGrant), hint: fields.usualGrants };
    return [
      { ...name, kind: 'text', value: value('name') },
      { name: 'description', label: fields.description, kind: 'text', value: value('description') },
      {
        name: 'type',
        label: fields.type,
        kind: 'one',
        options: optionsOf(types, (type) => type === (filledIn(filled, 'type') ?? 'web')),
      },
      ownerField(filled),
      { ...callbacks, kind: 'lines' },
      { name: 'grants', label: fields.grants, kind: 'many', ...grants },
      ...keySets.map((keySet) => ({
        name: `keys.${keySet}`,
        label: fields[`${keySet}Keys`],
        kind: 'check' as const,
        value: value(`keys.${keySet}`),
      })),
    ];
  },
  change: (filled) => {
    const { value } = filled;
    const type = types.find((one) => one === value('type')) ?? 'web';
    const wanted = keySets.filter((keySet) => value(`keys.${keySet}`) !== '');
    const keys = wanted.map((keySet) => makeKeys(filled, type, keySet));
    const proposed = keys.map(({ made, proposed: given }) => [made.keySet, given] as const);
    return {
      change: {
        change: 'application_added',
        name: value('name').trim(),
        type,
        owner: ownerOf(filled),
        description: filledIn(filled, 'description'),
        callbackUrls: linesOf(value('callbackUrls')),
        grants: chosenOf(filled, 'grants', grantTypes),
        ...(proposed.length > 0 && { keys: Object.fromEntries(proposed) }),
      },
      keys: keys.map(({ made }) => made),
    };
  },
};

function ownerOf({ user, value }: FilledForm): string {
  const owner = value('owner');
  return owner === '' ? (user.emails[0] ?? user.username ?? user.subject) : owner;
}
