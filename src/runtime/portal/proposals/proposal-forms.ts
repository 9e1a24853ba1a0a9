import type { ProposalFormName } from '../visit/paths.ts';
import { apiForm, versionForm, deprecateForm, retireForm } from './forms/api-forms.ts';
import {
  blockForm,
  detailsForm,
  documentForm,
  publishForm,
  suppressForm,
  unblockForm,
} from './forms/owned-api-forms.ts';
import { applicationForm, keysForm, settingsForm } from './forms/application-forms.ts';
import { subscribeForm, withdrawForm } from './forms/subscription-forms.ts';
import type { ProposalForm } from './proposal-form.ts';

/** All forms that propose changes, by their names in URLs. */
export const proposalForms: Readonly<Record<ProposalFormName, ProposalForm>> = {
  application: applicationForm,
  settings: settingsForm,
  keys: keysForm,
  subscribe: subscribeForm,
  withdraw: withdrawForm,
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
