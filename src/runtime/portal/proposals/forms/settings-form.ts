import { texts } from '../../texts/texts.ts';
import { chosenApplication, chosenOf, fixed, optionsOf } from '../owned.ts';
import { linesOf, type ProposalForm } from '../proposal-form.ts';
import { grantTypes } from './grant-types.ts';

const { fields } = texts.proposals;

/** Callback URLs and grants of an application. */
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
