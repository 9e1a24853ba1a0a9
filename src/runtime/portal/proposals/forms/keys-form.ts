import { isPublicClient } from '#compiled/is-public-client.ts';
import type { KeySetName, ManifestApplication } from '#compiled/manifest.ts';
import { texts } from '../../texts/texts.ts';
import { makeKeys } from '../make-keys.ts';
import { chosenApplication, fixed } from '../owned.ts';
import { filledIn, type FilledForm, type MadeChange, type ProposalForm } from '../proposal-form.ts';

const { fields, keySets } = texts.proposals;
type Action = keyof typeof fields.keysActions;

/** The first keys of a key set, a further secret, or the end of older ones. */
export const keysForm: ProposalForm = {
  fields: (filled) => {
    const application = chosenApplication(filled);
    if (!application) return undefined;
    const chosen = keySetOf(filled);
    const action = actionOf(filled);
    const actions = Object.entries(fields.keysActions);
    return [
      fixed('application', application.name),
      {
        name: 'keys',
        label: fields.keys,
        kind: 'one',
        options: Object.entries(keySets).map(([value, text]) => ({
          value,
          text,
          isChosen: value === chosen,
        })),
      },
      ...(isPublicClient(application)
        ? []
        : [
            {
              name: 'action',
              label: fields.keysAction,
              kind: 'one' as const,
              options: actions.map(([value, text]) => ({ value, text, isChosen: value === action })),
            },
          ]),
    ];
  },
  change: (filled) => {
    const application = chosenApplication(filled);
    if (!application) throw new Error('a form was read that its user may not use');
    return changeKeys(filled, application);
  },
};

function changeKeys(filled: FilledForm, application: ManifestApplication): MadeChange {
  const keySet = keySetOf(filled);
  const action = actionOf(filled);
  const { name, type, keySets: present } = application;
  if (action === 'retire') return { change: { change: 'secrets_retired', application: name, keySet } };
  const known = present.find((one) => one.keySet === keySet)?.consumerKey;
  const { made, proposed } = makeKeys(filled, type, keySet, known);
  const retiresOlder = action === 'replace';
  return {
    change: { change: 'keys_added', application: name, keySet, keys: proposed, retiresOlder },
    keys: [made],
  };
}

function keySetOf(filled: FilledForm): KeySetName {
  return filledIn(filled, 'keys') === 'sandbox' ? 'sandbox' : 'production';
}

function actionOf({ value }: FilledForm): Action {
  const action = value('action');
  return action === 'replace' || action === 'retire' ? action : 'add';
}
