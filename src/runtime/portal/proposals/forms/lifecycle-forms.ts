import { apiKey } from '#compiled/api-key.ts';
import { showDay } from '#runtime/pages/show-day.ts';
import { texts } from '../../texts/texts.ts';
import { chosenOwnVersion, findVisible, fixed } from '../owned.ts';
import { filledIn, type ProposalForm } from '../proposal-form.ts';

const { fields, form } = texts.proposals;

/** The announcement of the end of a version. */
export const deprecateForm: ProposalForm = {
  fields: (filled) => {
    const found = chosenOwnVersion(filled);
    if (!found) return undefined;
    const { visit, user, value } = filled;
    const successor = filledIn(filled, 'successor');
    if (successor !== undefined && !findVisible({ visit, user }, successor)) return undefined;
    const since = filledIn(filled, 'since') ?? showDay(visit.portal.services.clock() / 1000);
    return [
      fixed('api', apiKey(found.entry)),
      {
        name: 'since',
        label: fields.since,
        kind: 'date',
        hint: fields.dateHint,
        value: since,
        isRequired: true,
      },
      { name: 'sunset', label: fields.sunset, kind: 'date', hint: form.optional, value: value('sunset') },
      {
        name: 'successor',
        label: fields.successor,
        kind: 'text',
        hint: fields.successorHint,
        value: value('successor'),
      },
      { name: 'link', label: fields.link, kind: 'text', hint: form.optional, value: value('link') },
    ];
  },
  change: (filled) => ({
    change: {
      change: 'api_deprecated',
      api: filled.value('api'),
      since: filled.value('since'),
      sunset: filledIn(filled, 'sunset'),
      successor: filledIn(filled, 'successor'),
      link: filledIn(filled, 'link'),
    },
  }),
};

/** The end of a version. */
export const retireForm: ProposalForm = {
  fields: (filled) => {
    const found = chosenOwnVersion(filled);
    return found && [fixed('api', apiKey(found.entry))];
  },
  change: ({ value }) => ({ change: { change: 'api_retired', api: value('api') } }),
};
