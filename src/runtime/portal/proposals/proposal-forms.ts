import { apiForm, versionForm } from './forms/api-forms.ts';
import { applicationForm } from './forms/application-form.ts';
import { keysForm } from './forms/keys-form.ts';
import { deprecateForm, retireForm } from './forms/lifecycle-forms.ts';
import { settingsForm } from './forms/settings-form.ts';
import { subscribeForm, withdrawForm } from './forms/subscription-forms.ts';
import type { ProposalForm } from './proposal-form.ts';
import type { ProposalFormName } from '../visit/paths.ts';

/** All forms that propose changes, by their names in addresses. */
export const proposalForms: Readonly<Record<ProposalFormName, ProposalForm>> = {
  application: applicationForm,
  settings: settingsForm,
  keys: keysForm,
  subscribe: subscribeForm,
  withdraw: withdrawForm,
  api: apiForm,
  version: versionForm,
  deprecate: deprecateForm,
  retire: retireForm,
};
