import { apiKey, nameOfKey } from '#compiled/api-key.ts';
import { showDay } from '#runtime/pages/show-day.ts';
import { texts } from '../../texts/texts.ts';
import { optionalField, ownVersionField } from '../choose-declared.ts';
import { acceptField, acceptsErrors } from '../accepted-errors.ts';
import { documentField, documentOf } from '../stored-document.ts';
import {
  filledIn,
  isSent,
  ownerField,
  visibleVersions,
  type FilledForm,
  type FormField,
  type ProposalForm,
} from '../proposal-form.ts';

const { fields, form, missing } = texts.proposals;

/** The form for a new API from its OpenAPI document. */
export const apiForm: ProposalForm = {
  fields: (filled) => [
    documentField(filled, fields.definitionHint),
    textField(filled, 'name', fields.apiNameHint, missing.apiName),
    textField(filled, 'context', fields.contextHint, missing.context),
    textField(filled, 'version', fields.versionHint, missing.version),
    ownerField(filled),
    ...endpointFields(filled),
    acceptField(filled),
    draftField(filled),
  ],
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
        acceptsErrors: acceptsErrors(filled),
        endpoints: endpointsOf(filled),
        isDraft: isDraft(filled),
      },
    };
  },
};

/** The form for a further version of one of the user's APIs. */
export const versionForm: ProposalForm = {
  fields: (filled) => {
    const api = ownVersionField(filled);
    if (api.mustChoose === true && !isSent(filled)) return [api];
    return [
      api,
      documentField(filled, fields.definitionHint),
      textField(filled, 'version', fields.versionHint, missing.version),
      ...endpointFields(filled),
      acceptField(filled),
      draftField(filled),
    ];
  },
  change: (filled) => ({
    change: {
      change: 'api_version_added',
      follows: filled.value('api'),
      version: filled.value('version').trim(),
      definition: documentOf(filled),
      acceptsErrors: acceptsErrors(filled),
      endpoints: endpointsOf(filled),
      isDraft: isDraft(filled),
    },
  }),
};

/** A field that the document fills in if it is empty. */
function textField(
  filled: FilledForm,
  name: 'name' | 'context' | 'version',
  hint: string,
  whatIsMissing: string,
): FormField {
  const field = { name, label: fields[name], hint, kind: 'text', value: filled.value(name) } as const;
  return { ...field, ...ifDocument(filled, whatIsMissing) };
}

/** What is missing in a document; nothing if the document itself is missing, of which its own field says so. */
function ifDocument(filled: FilledForm, whatIsMissing: string): Pick<FormField, 'missing'> {
  const document = documentOf(filled);
  return typeof document === 'string' && document.trim() === '' ? {} : { missing: whatIsMissing };
}

function draftField({ value }: FilledForm): FormField {
  const { draft: label, draftHint: hint } = fields;
  return { name: 'draft', label, hint, kind: 'check', value: value('draft') };
}

function isDraft({ value }: FilledForm): boolean {
  return value('draft') === 'on';
}

function endpointFields(filled: FilledForm): readonly FormField[] {
  const field = (name: 'production' | 'sandbox') =>
    ({ name, label: fields[name], kind: 'text', value: filled.value(name) }) as const;
  return [
    { ...field('production'), ...ifDocument(filled, missing.production) },
    { ...field('sandbox'), hint: texts.proposals.form.optional },
  ];
}

function endpointsOf(filled: FilledForm) {
  return { production: filled.value('production').trim(), sandbox: filledIn(filled, 'sandbox') };
}

/** The form for deprecating a version. */
export const deprecateForm: ProposalForm = {
  fields: (filled) => {
    const { visit, value } = filled;
    const api = ownVersionField(filled);
    if (api.mustChoose === true && !isSent(filled)) return [api];
    const since = filledIn(filled, 'since') ?? showDay(visit.portal.services.clock() / 1000);
    return [
      api,
      {
        name: 'since',
        label: fields.since,
        kind: 'date',
        hint: fields.dateHint,
        value: since,
        isRequired: true,
      },
      { name: 'sunset', label: fields.sunset, kind: 'date', hint: form.optional, value: value('sunset') },
      successorField(filled),
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

/** A choice among the published versions other than the deprecated one; it opens with the next newer one of the same API. */
function successorField(filled: FilledForm): FormField {
  const deprecated = filled.value('api');
  const versions = visibleVersions(filled).map(({ entry }) => ({ key: apiKey(entry), ...entry }));
  const isPublished = ({ key, state }: (typeof versions)[number]) =>
    state === 'published' && key !== deprecated;
  const ofApi = versions.filter(({ name }) => name === nameOfKey(deprecated));
  // The newest version is the first.
  const newer = ofApi.slice(
    0,
    ofApi.findIndex(({ key }) => key === deprecated),
  );
  const next = newer.findLast(isPublished)?.key ?? '';
  const isOpened = isSent(filled) || filled.visit.query.has('successor');
  const value = (name: string) => (name === 'successor' && !isOpened ? next : filled.value(name));
  const names = versions.filter(isPublished).map(({ key }) => key);
  const field = { name: 'successor', label: fields.successor, hint: form.optional };
  return optionalField({ ...filled, value }, field, names, texts.proposals.unknown.successor);
}

/** The form for retiring a version. */
export const retireForm: ProposalForm = {
  fields: (filled) => [ownVersionField(filled)],
  change: ({ value }) => ({ change: { change: 'api_retired', api: value('api') } }),
};
