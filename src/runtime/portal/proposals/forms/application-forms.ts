import { isPublicClient } from '#compiled/is-public-client.ts';
import type { ApplicationType, KeySetName, ManifestApplication } from '#compiled/manifest.ts';
import { usualGrants } from '#compiled/proposals/proposed-change.ts';
import { texts } from '../../texts/texts.ts';
import { applicationField, optionalField, subscribableVersions } from '../choose-declared.ts';
import {
  chosenOf,
  isSent,
  ownerField,
  filledIn,
  linesOf,
  chosenApplication,
  chosenVersion,
  type FilledForm,
  type FormField,
  type ProposalForm,
  type MadeChange,
} from '../proposal-form.ts';
import { makeKeys } from '../proposed-keys.ts';
import { changedContacts, contactFields } from './contact-fields.ts';
import { severalFields, severalSubscriptions } from './several-subscriptions.ts';
import { chosenSubscription, scopesFields, tierField } from './subscription-forms.ts';

const { fields, unknown, keySets: keySetNames } = texts.proposals;
const { choices } = texts.applications;

const grantTypes = Object.keys(choices.grants);
const types = Object.keys(usualGrants) as readonly ApplicationType[];
/** The type that needs nothing but a name. */
const usualType: ApplicationType = 'service';

const keySets: readonly KeySetName[] = ['production', 'sandbox'];

/** The form for a new application, optionally with keys. */
export const applicationForm: ProposalForm = {
  fields: (filled) => {
    const { value } = filled;
    const { applicationName } = texts.proposals.missing;
    const name = { name: 'name', label: fields.name, hint: fields.applicationNameHint, isRequired: true };
    const hasGrant = (grant: string) => value(`grants.${grant}`) !== '';
    return [
      { ...name, kind: 'text', value: value('name'), missing: applicationName },
      { name: 'description', label: fields.description, kind: 'text', value: value('description') },
      {
        name: 'type',
        label: fields.type,
        kind: 'one',
        options: types.map((type) => ({
          value: type,
          text: choices.types[type],
          isChosen: type === (filledIn(filled, 'type') ?? usualType),
        })),
      },
      ownerField(filled),
      { ...grantsField(hasGrant), hint: fields.usualGrants },
      callbackUrlsField(value('callbackUrls')),
      ...contactFields(filled),
      ...keySets.map((keySet) => keysField(filled, keySet)),
      ...subscriptionFields(filled),
    ];
  },
  change: (filled) => {
    const { value } = filled;
    const type = types.find((one) => one === value('type')) ?? usualType;
    const wanted = keySets.filter((keySet) => value(`keys.${keySet}`) !== '');
    const keys = wanted.map((keySet) => makeKeys(filled, type, keySet));
    const first = value('api') === '' ? [] : [chosenSubscription(filled)];
    const subscriptions = [...first, ...severalSubscriptions(filled)];
    const contacts = changedContacts(filled);
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
        ...(contacts && { contacts }),
        ...(proposed.length > 0 && { keys: Object.fromEntries(proposed) }),
        ...(subscriptions.length > 0 && { subscriptions }),
      },
      keys: keys.map(({ made }) => made),
    };
  },
};

/** The box for the keys of a key set; at first, it is checked for those with which the chosen API can be called. */
function keysField(filled: FilledForm, keySet: KeySetName): FormField {
  const usual = chosenVersion(filled)?.api.endpoints.production === undefined ? 'sandbox' : 'production';
  const isUsual = keySet === (filled.value('api') === '' ? 'production' : usual);
  const name = `keys.${keySet}`;
  const value = isSent(filled) ? filled.value(name) : isUsual ? 'on' : '';
  return { name, label: fields[`${keySet}Keys`], kind: 'check', value };
}

/** The fields of the first subscription and of further ones, which the same commit adds. */
function subscriptionFields(filled: FilledForm): readonly FormField[] {
  const api = { name: 'api', label: fields.firstApi, hint: fields.firstApiHint };
  return [
    optionalField(filled, api, subscribableVersions(filled), unknown.subscribableApi),
    tierField(filled),
    ...scopesFields(filled),
    ...severalFields(filled, fields.furtherApis, new Set([filled.value('api')])),
  ];
}

function ownerOf({ user, value }: FilledForm): string {
  const owner = value('owner');
  return owner === '' ? (user.emails[0] ?? user.username ?? user.subject) : owner;
}

type Action = keyof typeof fields.keysActions;

/** The form for the keys of an application: adds the first keys, adds a secret, or retires older secrets. */
export const keysForm: ProposalForm = {
  fields: (filled) => {
    const application = chosenApplication(filled);
    const choice = applicationField(filled);
    if (!application && !isSent(filled)) return [choice];
    const chosen = keySetOf(filled);
    const action = actionOf(filled);
    const actions = Object.entries(fields.keysActions);
    return [
      choice,
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
      ...(application && isPublicClient(application)
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
    if (!application) throw new Error('a form was read that its user has not completed');
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

/** The form for the callback URLs, the grants and the addresses for notices of an application. */
export const settingsForm: ProposalForm = {
  fields: (filled) => {
    const { value } = filled;
    const application = isSent(filled) ? undefined : chosenApplication(filled);
    const choice = applicationField(filled);
    if (choice.mustChoose === true && !isSent(filled)) return [choice];
    const urls = application ? application.callbackUrls.join('\n') : value('callbackUrls');
    const isChosen = (grant: string) =>
      application ? application.grants.includes(grant) : value(`grants.${grant}`) !== '';
    return [
      choice,
      { ...grantsField(isChosen), hint: fields.grantsHint },
      callbackUrlsField(urls),
      ...contactFields(filled, application),
    ];
  },
  change: (filled) => {
    const contacts = changedContacts(filled);
    return {
      change: {
        change: 'application_changed',
        application: filled.value('application'),
        callbackUrls: linesOf(filled.value('callbackUrls')),
        grants: chosenOf(filled, 'grants', grantTypes),
        ...(contacts && { contacts }),
      },
    };
  },
};

function grantsField(isChosen: (grant: string) => boolean): FormField {
  const options = Object.entries(choices.grants).map(([value, text]) => ({
    value,
    text,
    isChosen: isChosen(value),
  }));
  return { name: 'grants', label: fields.grants, kind: 'many', options };
}

/** The field of the callback URLs, which the style sheet hides while it is empty and no chosen grant uses it. */
function callbackUrlsField(value: string): FormField {
  const { callbackUrls: label, callbackUrlsHint: hint } = fields;
  return { name: 'callbackUrls', label, kind: 'lines', hint, value };
}
