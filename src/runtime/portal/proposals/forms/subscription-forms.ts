import { apiKey } from '#compiled/api-key.ts';
import type { CatalogueVersion } from '../../catalogue/catalogue.ts';
import { requiredScopes } from '../../catalogue/describe-api.ts';
import { nameTier } from '../../texts/quantities.ts';
import { texts } from '../../texts/texts.ts';
import {
  chosenApplication,
  chosenOf,
  chosenVersion,
  fixed,
  optionsOf,
  ownedApplications,
  type FilledForm,
  type FormField,
  type ProposalForm,
} from '../proposal-form.ts';

const { fields } = texts.proposals;

/** The form for a subscription of one of the user's applications. */
export const subscribeForm: ProposalForm = {
  fields: (filled) => {
    const { value } = filled;
    if (value('application') !== '' && !chosenApplication(filled)) return undefined;
    const version = chosenVersion(filled);
    if (value('api') !== '' && !version) return undefined;
    const { tiers } = filled.visit.portal.compiled.manifest;
    return [
      applicationField(filled),
      version
        ? fixed('api', apiKey(version.entry))
        : { name: 'api', label: fields.api, kind: 'text', hint: fields.successorHint, isRequired: true },
      {
        name: 'tier',
        label: fields.tier,
        kind: 'one',
        options: tiers.map((tier) => ({
          value: tier.name,
          text: nameTier(tier),
          isChosen: tier.name === value('tier'),
        })),
      },
      ...(version ? [scopesField(filled, version)] : []),
    ];
  },
  change: (filled) => {
    const version = chosenVersion(filled);
    return {
      change: {
        change: 'subscription_added',
        application: filled.value('application'),
        api: filled.value('api'),
        tier: filled.value('tier'),
        scopes: version ? chosenOf(filled, 'scopes', scopesOf(version)) : [],
      },
    };
  },
};

function applicationField(filled: FilledForm): FormField {
  const names = ownedApplications(filled).map(({ name }) => name);
  const options = optionsOf(names, (name) => name === filled.value('application'));
  return { name: 'application', label: fields.application, kind: 'one', options, isRequired: true };
}

function scopesField({ value }: FilledForm, version: CatalogueVersion): FormField {
  const scopes = scopesOf(version);
  const options = optionsOf(scopes, (scope) => value(`scopes.${scope}`) !== '');
  const hint = scopes.length === 0 ? { hint: fields.noScopes } : {};
  return { name: 'scopes', label: fields.scopes, kind: 'many', options, ...hint };
}

function scopesOf({ api }: CatalogueVersion): readonly string[] {
  return Object.keys(requiredScopes(api)).toSorted();
}

/** The form for ending a subscription. */
export const withdrawForm: ProposalForm = {
  fields: (filled) => {
    const application = chosenApplication(filled);
    const { subscriptions } = filled.visit.portal.compiled.manifest;
    const key = filled.value('api');
    const isSubscribed = subscriptions.some(
      (one) => one.application === application?.name && one.api === key,
    );
    if (!application || !isSubscribed) return undefined;
    return [fixed('application', application.name), fixed('api', key)];
  },
  change: ({ value }) => ({
    change: { change: 'subscription_removed', application: value('application'), api: value('api') },
  }),
};
