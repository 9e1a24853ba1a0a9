import type { KeySetName } from '#compiled/manifest.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { texts } from '../../texts/texts.ts';
import { ownVersionField } from '../choose-declared.ts';
import { documentField, documentOf } from '../stored-document.ts';
import {
  filledIn,
  isSent,
  linesOf,
  proposerOf,
  type FilledForm,
  type FormField,
  type ProposalForm,
} from '../proposal-form.ts';

const { fields, byHandOnly, missing, unknown } = texts.proposals;

const keySets: readonly KeySetName[] = ['production', 'sandbox'];

/** The form for the description, the tags and the endpoints of a version. It opens with what is declared. */
export const detailsForm: ProposalForm = {
  prefill: async (filled) => {
    const { visit, user, value } = filled;
    const api = value('api');
    if (ownVersionField(filled).mustChoose === true) return undefined;
    const declared = await visit.portal.services.proposals.readDetails(api, proposerOf(user));
    if (isProposalProblem(declared)) return declared;
    const { description, tags, endpoints, digest } = declared;
    const urls = keySets.flatMap((keySet) => {
      const url = endpoints[keySet];
      return url === undefined ? [] : [[keySet, url] as const];
    });
    return new Map([
      ['api', api],
      ['details', digest],
      ['description', description],
      ['tags', tags.join('\n')],
      ...urls,
    ]);
  },
  fields: (filled) => {
    const { value } = filled;
    const api = ownVersionField(filled);
    // Until the declared details are known, the form asks for them again.
    if (!isSent(filled)) return [{ ...api, mustChoose: true }];
    const lines = (name: 'description' | 'tags', hint: string): FormField => ({
      name,
      label: fields[name],
      kind: 'lines',
      hint,
      value: value(name),
    });
    return [
      api,
      { name: 'details', label: '', kind: 'hidden', value: value('details') },
      lines('description', fields.apiDescriptionHint),
      lines('tags', fields.tagsHint),
      ...keySets.map((keySet) => endpointField(filled, keySet)),
    ];
  },
  change: (filled) => {
    const { visit, value } = filled;
    const sent = keySets.filter((keySet) => visit.form.has(keySet));
    return {
      change: {
        change: 'api_changed',
        api: value('api'),
        details: value('details'),
        description: value('description'),
        tags: linesOf(value('tags')),
        endpoints: Object.fromEntries(sent.map((keySet) => [keySet, value(keySet).trim()])),
      },
    };
  },
};

/** The field of an endpoint with a URL alone; a note for any other, which is changed by hand. */
function endpointField({ visit, value }: FilledForm, keySet: KeySetName): FormField {
  const field = { name: keySet, label: fields[keySet] };
  if (!visit.form.has(keySet)) return { ...field, kind: 'note', value: byHandOnly };
  return { ...field, kind: 'text', hint: fields.endpointHint, value: value(keySet) };
}

/** The form that replaces the OpenAPI document of a version. */
export const documentForm: ProposalForm = {
  fields: (filled) => {
    const api = ownVersionField(filled);
    if (api.mustChoose === true && !isSent(filled)) return [api];
    return [api, documentField(filled, fields.replacedDefinitionHint)];
  },
  change: (filled) => ({
    change: {
      change: 'api_definition_replaced',
      api: filled.value('api'),
      definition: documentOf(filled),
    },
  }),
};

/** The form that publishes a created version. */
export const publishForm: ProposalForm = {
  fields: (filled) => [ownVersionField(filled, ['created'], unknown.publishable)],
  change: ({ value }) => ({ change: { change: 'api_published', api: value('api') } }),
};

/** The form that blocks a version. */
export const blockForm: ProposalForm = {
  fields: (filled) => {
    const api = ownVersionField(filled, ['published', 'deprecated'], unknown.blockable);
    if (api.mustChoose === true && !isSent(filled)) return [api];
    const { blockedUntil: label, blockedUntilHint: hint } = fields;
    return [api, { name: 'blockedUntil', label, kind: 'text', hint, value: filled.value('blockedUntil') }];
  },
  change: (filled) => ({
    change: {
      change: 'api_blocked',
      api: filled.value('api'),
      blockedUntil: filledIn(filled, 'blockedUntil'),
    },
  }),
};

/** The form that makes a blocked version available again. */
export const unblockForm: ProposalForm = {
  fields: (filled) => [ownVersionField(filled, ['blocked'], unknown.unblockable)],
  change: ({ value }) => ({ change: { change: 'api_unblocked', api: value('api') } }),
};

/** The form that suppresses a finding of lint, which the list of findings chooses. */
export const suppressForm: ProposalForm = {
  fields: (filled) => {
    const { value } = filled;
    const api = ownVersionField(filled);
    if (api.mustChoose === true) return [api];
    const chosen = (name: 'rule' | 'file' | 'pointer'): FormField => ({
      name,
      label: fields[name],
      kind: 'fixed',
      value: value(name),
    });
    const isChosen = value('rule') !== '' && value('file') !== '';
    return [
      api,
      { ...chosen('rule'), ...(!isChosen && { problem: unknown.finding }) },
      chosen('file'),
      ...(value('pointer') === '' ? [] : [chosen('pointer')]),
      {
        name: 'reason',
        label: fields.reason,
        kind: 'text',
        hint: fields.reasonHint,
        value: value('reason'),
        isRequired: true,
        missing: missing.reason,
      },
    ];
  },
  change: ({ value }) => ({
    change: {
      change: 'finding_suppressed',
      api: value('api'),
      rule: value('rule'),
      file: value('file'),
      pointer: value('pointer'),
      reason: value('reason').trim(),
    },
  }),
};
