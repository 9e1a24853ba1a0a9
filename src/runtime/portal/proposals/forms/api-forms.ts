import { apiKey } from '#compiled/api-key.ts';
import { showDay } from '#runtime/pages/show-day.ts';
import { texts } from '../../texts/texts.ts';
import { documentFields, documentOf } from '../stored-document.ts';
import {
  chosenOwnVersion,
  fixed,
  isOwnName,
  ownerField,
  filledIn,
  findVisible,
  type FilledForm,
  type FormField,
  type ProposalForm,
} from '../proposal-form.ts';

const { fields, form } = texts.proposals;

/** The form for a new API from its OpenAPI document. */
export const apiForm: ProposalForm = {
  fields: (filled) => {
    const { user, value } = filled;
    if (value('owner') !== '' && !isOwnName(user, value('owner'))) return undefined;
    return [
      documentField(filled),
      { name: 'name', label: fields.name, hint: fields.apiNameHint, kind: 'text', value: value('name') },
      {
        name: 'context',
        label: fields.context,
        hint: fields.contextHint,
        kind: 'text',
        value: value('context'),
      },
      {
        name: 'version',
        label: fields.version,
        hint: fields.versionHint,
        kind: 'text',
        value: value('version'),
      },
      ownerField(filled),
      ...endpointFields(filled),
    ];
  },
  change: (filled) => {
    const { user, value } = filled;
    const owner = filledIn(filled, 'owner') ?? user.emails[0] ?? user.username ?? user.subject;
    return {
      change: {
        change: 'api_added',
        name: value('name').trim(),
        context: value('context').trim(),
        version: value('version').trim(),
        owner,
        definition: documentOf(filled),
        endpoints: endpointsOf(filled),
      },
    };
  },
};

/** The form for a further version of one of the user's APIs. */
export const versionForm: ProposalForm = {
  fields: (filled) => {
    const found = chosenOwnVersion(filled);
    if (!found) return undefined;
    const { value } = filled;
    return [
      fixed('api', apiKey(found.entry)),
      documentField(filled),
      {
        name: 'version',
        label: fields.version,
        hint: fields.versionHint,
        kind: 'text',
        value: value('version'),
      },
      ...endpointFields(filled),
    ];
  },
  change: (filled) => ({
    change: {
      change: 'api_version_added',
      follows: filled.value('api'),
      version: filled.value('version').trim(),
      definition: documentOf(filled),
      endpoints: endpointsOf(filled),
    },
  }),
};

function documentField(filled: FilledForm): FormField {
  const { value } = filled;
  const field = { name: documentFields.text, label: fields.definition, hint: fields.definitionHint };
  const document = documentOf(filled);
  if (typeof document === 'string') return { ...field, kind: 'document', value: document };
  const stored = { digest: document.stored, fileName: value(documentFields.fileName) };
  return { ...field, kind: 'document', stored };
}

function endpointFields({ value }: FilledForm): readonly FormField[] {
  return (['production', 'sandbox'] as const).map((name) => ({
    name,
    label: fields[name],
    kind: 'text',
    value: value(name),
    ...(name === 'sandbox' && { hint: texts.proposals.form.optional }),
  }));
}

function endpointsOf(filled: FilledForm) {
  return { production: filled.value('production').trim(), sandbox: filledIn(filled, 'sandbox') };
}

/** The form for deprecating a version. */
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

/** The form for retiring a version. */
export const retireForm: ProposalForm = {
  fields: (filled) => {
    const found = chosenOwnVersion(filled);
    return found && [fixed('api', apiKey(found.entry))];
  },
  change: ({ value }) => ({ change: { change: 'api_retired', api: value('api') } }),
};
