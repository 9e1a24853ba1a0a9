import { texts } from '../../texts/texts.ts';
import { ownVersionField } from '../choose-declared.ts';
import { acceptField, acceptsErrors } from '../accepted-errors.ts';
import { documentField, documentOf } from '../stored-document.ts';
import { pathOfDeclaredDocument } from '../download-document.ts';
import { isSent, type FormField, type ProposalForm } from '../proposal-form.ts';

const { fields, unknown, blockedUntil: timeTexts } = texts.proposals;

/** The form that replaces the OpenAPI document of a version. */
export const documentForm: ProposalForm = {
  fields: (filled) => {
    const api = ownVersionField(filled);
    if (api.mustChoose === true && !isSent(filled)) return [api];
    const field = documentField(filled, fields.replacedDefinitionHint);
    if (api.mustChoose === true) return [api, field, acceptField(filled)];
    const present = pathOfDeclaredDocument(filled.visit.portal.addresses, filled.value('api'));
    return [api, { ...field, present }, acceptField(filled)];
  },
  change: (filled) => ({
    change: {
      change: 'api_definition_replaced',
      api: filled.value('api'),
      definition: documentOf(filled),
      acceptsErrors: acceptsErrors(filled),
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
    const value = filled.value('blockedUntil').trim();
    const problem = value === '' ? undefined : findTimeProblem(value, filled.visit.portal.services.clock());
    const field: FormField = { name: 'blockedUntil', label, kind: 'text', hint, value };
    return [api, problem === undefined ? field : { ...field, problem }];
  },
  change: (filled) => ({
    change: {
      change: 'api_blocked',
      api: filled.value('api'),
      blockedUntil: readTime(filled.value('blockedUntil').trim()),
    },
  }),
};

/** A date, or a date and time, of UTC. */
const time = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?Z?)?$/;

/** A date, which begins at midnight, or a date and time in the form 2026-01-31T12:00:00Z; undefined for any other text. */
function readTime(text: string): string | undefined {
  const [, date, minutes = '00:00', seconds = ':00'] = time.exec(text) ?? [];
  if (date === undefined) return undefined;
  const read = `${date}T${minutes}${seconds}Z`;
  const at = Date.parse(read);
  // A day that the month does not have may be read as one of the next month.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${date}T${minutes}`) ? read : undefined;
}

/** What is wrong with the time until which a version is blocked. `now` is in milliseconds since 1970. */
function findTimeProblem(text: string, now: number): string | undefined {
  const read = readTime(text);
  if (read === undefined) return timeTexts.malformed;
  return Date.parse(read) <= now ? timeTexts.past : undefined;
}

/** The form that makes a blocked version available again. */
export const unblockForm: ProposalForm = {
  fields: (filled) => [ownVersionField(filled, ['blocked'], unknown.unblockable)],
  change: ({ value }) => ({ change: { change: 'api_unblocked', api: value('api') } }),
};
