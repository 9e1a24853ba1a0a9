import { jsonFormatOption } from '../arguments/json-format.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import { stateFolderOptions } from '../state/find-state-folder.ts';

/** The common options of both commands on grants. */
export const grantOptions = {
  url: {
    type: 'text',
    placeholder: 'URL',
    summary: 'The URL of the admin listener on this machine.',
    required: true,
  },
  id: {
    type: 'text',
    placeholder: 'ID',
    summary: 'Only the grant with this id.',
  },
  user: {
    type: 'text',
    placeholder: 'USER',
    summary: 'Only grants of this user: ada, or PROVIDER/NAME for a user of a provider.',
    names: 'user',
  },
  application: {
    type: 'text',
    placeholder: 'NAME',
    summary: 'Only grants to this application.',
    names: 'application',
  },
  ...jsonFormatOption,
  ...stateFolderOptions,
} as const satisfies Record<string, CommandOption>;

/** The options that select grants, as a query of the admin listener. */
export function queryOfGrants(args: CommandArguments): URLSearchParams {
  const query = new URLSearchParams();
  const [id, user, application] = [args.text('id'), args.text('user'), args.text('application')];
  if (id !== undefined) query.set('id', id);
  if (user !== undefined) query.set('user', user.replace(/^user:/, ''));
  if (application !== undefined) query.set('application', application);
  return query;
}
