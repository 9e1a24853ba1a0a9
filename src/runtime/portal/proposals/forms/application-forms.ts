import { isPublicClient } from '#compiled/is-public-client.ts';
import type { ApplicationType, KeySetName, ManifestApplication } from '#compiled/manifest.ts';
import { usualGrants } from '#compiled/proposals/proposed-change.ts';
import { texts } from '../../texts/texts.ts';
import {
  chosenOf,
  isOwnName,
  optionsOf,
  ownerField,
  filledIn,
  linesOf,
  chosenApplication,
  fixed,
  type FilledForm,
  type ProposalForm,
  type MadeChange,
} from '../proposal-form.ts';
import { makeKeys } from '../proposed-keys.ts';

const { fields, keySets: keySetNames } = texts.proposals;

const types = Object.keys(usualGrants) as readonly ApplicationType[];
const keySets: readonly KeySetName[] = ['production', 'sandbox'];

/** The form for a new application, optionally with keys. */
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

type Action = keyof typeof fields.keysActions;

/** The form for the keys of an application: adds the first keys, adds a secret, or retires older secrets. */
export const keysForm: ProposalForm = {
  fields: (filled) => {
    const application = chosenApplication(filled);
    if (!application) return undefined;
    const chosen = keySetOf(filled);
    const action = actionOf(filled);
    const actions = Object.entries(fields.keysActions);
    return [
      fixed('application', application.name),
      {
        name: 'keys',
        label: fields.keys,
        kind: 'one',
        options: Object.entries(keySetNames).map(([value, text]) => ({
          value,
          text,
          isChosen: value === chosen,
        })),
      },
      ...(isPublicClient(application)
        ? []
        : [
            {
              name: 'action',
              label: fields.keysAction,
              kind: 'one' as const,
              options: actions.map(([value, text]) => ({ value, text, isChosen: value === action })),
            },
          ]),
    ];
  },
  change: (filled) => {
    const application = chosenApplication(filled);
    if (!application) throw new Error('a form was read that its user may not use');
    return changeKeys(filled, application);
  },
};

function changeKeys(filled: FilledForm, application: ManifestApplication): MadeChange {
  const keySet = keySetOf(filled);
  const action = actionOf(filled);
  const { name, type, keySets: present } = application;
  if (action === 'retire') return { change: { change: 'secrets_retired', application: name, keySet } };
  const known = present.find((one) => one.keySet === keySet)?.consumerKey;
  const { made, proposed } = makeKeys(filled, type, keySet, known);
  const retiresOlder = action === 'replace';
  return {
    change: { change: 'keys_added', application: name, keySet, keys: proposed, retiresOlder },
    keys: [made],
  };
}

function keySetOf(filled: FilledForm): KeySetName {
  return filledIn(filled, 'keys') === 'sandbox' ? 'sandbox' : 'production';
}

function actionOf({ value }: FilledForm): Action {
  const action = value('action');
  return action === 'replace' || action === 'retire' ? action : 'add';
}

/** The form for the callback URLs and grants of an application. */
export const settingsForm: ProposalForm = {
  fields: (filled) => {
    const application = chosenApplication(filled);
    if (!application) return undefined;
    const { visit, value } = filled;
    const isSent = visit.form.size > 0;
    const urls = isSent ? value('callbackUrls') : application.callbackUrls.join('\n');
    const isChosen = (grant: string) =>
      isSent ? value(`grants.${grant}`) !== '' : application.grants.includes(grant);
    return [
      fixed('application', application.name),
      { name: 'callbackUrls', label: fields.callbackUrls, kind: 'lines', value: urls },
      { name: 'grants', label: fields.grants, kind: 'many', options: optionsOf(grantTypes, isChosen) },
    ];
  },
  change: (filled) => ({
    change: {
      change: 'application_changed',
      application: filled.value('application'),
      callbackUrls: linesOf(filled.value('callbackUrls')),
      grants: chosenOf(filled, 'grants', grantTypes),
    },
  }),
};

/** The grants that a form offers. */
const grantTypes: readonly string[] = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'password',
  'implicit',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
];
