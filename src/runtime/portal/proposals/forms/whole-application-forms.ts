import { texts } from '../../texts/texts.ts';
import { applicationField } from '../choose-declared.ts';
import { isSent, type FilledForm, type FormField, type ProposalForm } from '../proposal-form.ts';

const { fields, missing } = texts.proposals;

/** The form for the name of an application. */
export const renameForm: ProposalForm = {
  fields: (filled) => [
    ...withApplication(filled, {
      name: 'name',
      label: fields.newName,
      kind: 'text',
      value: filled.value('name'),
      hint: fields.applicationNameHint,
      isRequired: true,
      missing: missing.applicationName,
    }),
  ],
  change: ({ value }) => ({
    change: {
      change: 'application_renamed',
      application: value('application'),
      name: value('name').trim(),
    },
  }),
};

/** The form for the owner of an application. */
export const transferForm: ProposalForm = {
  fields: (filled) => [
    ...withApplication(filled, {
      name: 'owner',
      label: fields.newOwner,
      kind: 'text',
      value: filled.value('owner'),
      hint: fields.newOwnerHint,
      isRequired: true,
      missing: missing.newOwner,
    }),
  ],
  change: ({ value }) => ({
    change: {
      change: 'application_transferred',
      application: value('application'),
      owner: value('owner').trim(),
    },
  }),
};

/** The form that deletes an application; its user types the name to confirm it. */
export const deleteForm: ProposalForm = {
  fields: (filled) => {
    const typed = filled.value('confirmation');
    const isWrong = isSent(filled) && typed.trim() !== filled.value('application');
    return withApplication(filled, {
      name: 'confirmation',
      label: fields.confirmation,
      kind: 'text',
      value: typed,
      isRequired: true,
      ...(isWrong && { problem: missing.confirmation }),
    });
  },
  change: ({ value }) => ({
    change: { change: 'application_removed', application: value('application') },
  }),
};

/** The application and the field about it, or only the choice of the application. */
function withApplication(filled: FilledForm, field: FormField): readonly FormField[] {
  const application = applicationField(filled);
  return application.mustChoose === true ? [application] : [application, field];
}
