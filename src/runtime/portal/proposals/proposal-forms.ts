import type { ProposalFormName } from '../visit/paths.ts';
import { apiForm, versionForm, deprecateForm, retireForm } from './forms/api-forms.ts';
import { blockForm, documentForm, publishForm, unblockForm } from './forms/owned-api-forms.ts';
import { detailsForm } from './forms/details-form.ts';
import { suppressForm } from './forms/suppress-form.ts';
import { applicationForm, keysForm, settingsForm } from './forms/application-forms.ts';
import { deleteForm, renameForm, transferForm } from './forms/whole-application-forms.ts';
import { subscribeSeveralForm } from './forms/several-subscriptions.ts';
import { changeSubscriptionForm, subscribeForm, withdrawForm } from './forms/subscription-forms.ts';
import type { ProposalForm } from './proposal-form.ts';

/** All forms that propose changes, by their names in URLs. */
export const proposalForms: Readonly<Record<ProposalFormName, ProposalForm>> = {
  application: applicationForm,
  settings: settingsForm,
  keys: keysForm,
  subscribe: subscribeForm,
  'subscribe-several': subscribeSeveralForm,
  'change-subscription': changeSubscriptionForm,
  withdraw: withdrawForm,
  'rename-application': renameForm,
  'transfer-application': transferForm,
  'delete-application': deleteForm,
  api: apiForm,
  version: versionForm,
  details: detailsForm,
  document: documentForm,
  publish: publishForm,
  deprecate: deprecateForm,
  block: blockForm,
  unblock: unblockForm,
  retire: retireForm,
  suppress: suppressForm,
};
