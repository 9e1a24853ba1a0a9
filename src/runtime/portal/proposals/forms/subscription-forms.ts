import { apiKey } from '#compiled/api-key.ts';
import type { ManifestSubscription } from '#compiled/manifest.ts';
import type { ProposedSubscription } from '#compiled/proposals/proposed-change.ts';
import { describeDay } from '#runtime/pages/show-day.ts';
import type { CatalogueVersion } from '../../catalogue/catalogue.ts';
import { requiredScopes } from '../../catalogue/describe-api.ts';
import { nameTier } from '../../texts/quantities.ts';
import { texts } from '../../texts/texts.ts';
import {
  applicationField,
  changeableSubscriptionField,
  subscribedVersionField,
  subscriptionField,
} from '../choose-declared.ts';
import {
  chosenOf,
  chosenVersion,
  isSent,
  visibleVersions,
  optionsOf,
  ownedApplications,
  type FilledForm,
  type FormField,
  type FormOption,
  type ProposalForm,
} from '../proposal-form.ts';

const { fields, deprecated } = texts.proposals;

/** The form for a subscription of one of the user's applications. */
export const subscribeForm: ProposalForm = {
  fields: (filled) => {
    const application = applicationChoice(filled);
    const api = subscribedVersionField(filled);
    if (api.mustChoose === true && !isSent(filled)) return [application, api];
    return [application, api, tierField(filled), ...scopesFields(filled)];
  },
  change: (filled) => ({
    change: {
      change: 'subscription_added',
      application: filled.value('application'),
      ...chosenSubscription(filled),
    },
  }),
};

/** The application, which stays a choice, since the user may own several. The first is chosen at first. */
function applicationChoice(filled: FilledForm): FormField {
  const { problem, ...field } = applicationField(filled);
  const names = ownedApplications(filled).map(({ name }) => name);
  if (names.length === 0) return field;
  const options = optionsOf(names, (name) => name === filled.value('application'));
  const choice = { name: 'application', label: fields.application, kind: 'one', options } as const;
  return problem === undefined ? choice : { ...choice, problem };
}

/** The tiers of the gateway. */
export function tierField({ visit, value }: FilledForm): FormField {
  return { name: 'tier', label: fields.tier, kind: 'one', options: tierOptions(visit, value('tier')) };
}

export function tierOptions({ portal }: FilledForm['visit'], chosen: string): readonly FormOption[] {
  return portal.compiled.manifest.tiers.map((tier) => ({
    value: tier.name,
    text: nameTier(tier),
    isChosen: tier.name === chosen,
  }));
}

/** The scopes of the chosen API version; none if there is none. */
export function scopesFields(filled: FilledForm): readonly FormField[] {
  const version = chosenVersion(filled);
  if (!version) return [];
  const scopes = scopesOf(version);
  const options = optionsOf(scopes, (scope) => filled.value(`scopes.${scope}`) !== '');
  const hint = scopes.length === 0 ? { hint: fields.noScopes } : {};
  return [{ name: 'scopes', label: fields.scopes, kind: 'many', options, ...hint }];
}

/** The subscription to the chosen API version. */
export function chosenSubscription(filled: FilledForm): ProposedSubscription {
  const version = chosenVersion(filled);
  return {
    api: filled.value('api'),
    tier: filled.value('tier'),
    scopes: version ? chosenOf(filled, 'scopes', scopesOf(version)) : [],
  };
}

export function scopesOf({ api }: CatalogueVersion): readonly string[] {
  return Object.keys(requiredScopes(api)).toSorted();
}

/** The form for the tier and the scopes of a subscription. */
export const changeSubscriptionForm: ProposalForm = {
  fields: (filled) => {
    const application = applicationField(filled);
    if (application.mustChoose === true) return [application];
    const api = changeableSubscriptionField(filled);
    if (api.mustChoose === true) return [application, api];
    const present = isSent(filled) ? undefined : presentSubscription(filled);
    const tier = present ? tierOptions(filled.visit, present.tier) : tierField(filled).options;
    const isChosen = (scope: string) =>
      present ? present.scopes.includes(scope) : filled.value(`scopes.${scope}`) !== '';
    const scopes = optionsOf(changeableScopes(filled), isChosen);
    const hint = scopes.length === 0 ? { hint: fields.noScopes } : {};
    return [
      application,
      api,
      ...deprecationNote(filled),
      { ...tierField(filled), ...(tier && { options: tier }) },
      { name: 'scopes', label: fields.scopes, kind: 'many', options: scopes, ...hint },
    ];
  },
  change: (filled) => ({
    change: {
      change: 'subscription_changed',
      application: filled.value('application'),
      api: filled.value('api'),
      tier: filled.value('tier'),
      scopes: chosenOf(filled, 'scopes', changeableScopes(filled)),
    },
  }),
};

/** Since when a deprecated version is so, when it may be retired, and what replaces it; empty for any other version. */
function deprecationNote(filled: FilledForm): readonly FormField[] {
  const version = chosenVersion(filled);
  const { deprecation, state } = version?.entry ?? {};
  if (!deprecation || state === 'retired') return [];
  const { since, sunset, successor } = deprecation;
  const replacing = visibleVersions(filled).find(
    ({ entry }) => `${entry.context}/${entry.version}` === successor,
  );
  const value = [
    deprecated.since(describeDay(since)),
    ...(sunset === undefined ? [] : [deprecated.mayBeRetired(describeDay(sunset))]),
    ...(successor === undefined ? [] : [deprecated.moveTo(replacing ? apiKey(replacing.entry) : successor)]),
  ].join(' ');
  return [{ name: 'deprecation', label: deprecated.label, kind: 'note', value }];
}

/** The scopes of the API version, and those that the subscription has besides. */
function changeableScopes(filled: FilledForm): readonly string[] {
  const version = chosenVersion(filled);
  const present = presentSubscription(filled)?.scopes ?? [];
  return [...new Set([...(version ? scopesOf(version) : []), ...present])].toSorted();
}

function presentSubscription({ visit, value }: FilledForm): ManifestSubscription | undefined {
  return visit.portal.compiled.manifest.subscriptions.find(
    ({ application, api }) => application === value('application') && api === value('api'),
  );
}

/** The form for ending a subscription. */
export const withdrawForm: ProposalForm = {
  fields: (filled) => {
    const application = applicationField(filled);
    return application.mustChoose === true ? [application] : [application, subscriptionField(filled)];
  },
  change: ({ value }) => ({
    change: { change: 'subscription_removed', application: value('application'), api: value('api') },
  }),
};
