import type { ParameterNode } from '../../../openapi/model.ts';
import { isDeclaredBeside } from './names-beside.ts';

/** What to do with a parameter for paging; `instead` is its name in one of the two styles, if it has one there. */
export function adviseOnPaging(parameter: ParameterNode, instead: string | undefined): string {
  if (instead === undefined) return 'Page by `limit` and `offset`, or by `pageSize` and `pageNumber`.';
  if (isDeclaredBeside(parameter, instead)) return `Combine it with \`${instead}\`.`;
  const partner = partners[instead] ?? '';
  if (isDeclaredBeside(parameter, partner)) return `Name it \`${instead}\`, beside \`${partner}\`.`;
  const [own = '', other = ''] = [rivals[instead], rivals[partner]];
  if (!isDeclaredBeside(parameter, other))
    return `Name it \`${instead}\`, and offer \`${partner}\` beside it.`;
  return isDeclaredBeside(parameter, own)
    ? `Remove it, since callers page by \`${own}\` and \`${other}\` already.`
    : `Name it \`${instead}\`, and rename \`${other}\` to \`${partner}\`.`;
}

const partners: Readonly<Record<string, string>> = {
  limit: 'offset',
  offset: 'limit',
  pageSize: 'pageNumber',
  pageNumber: 'pageSize',
};

/** The parameters for the same thing in the other style. */
const rivals: Readonly<Record<string, string>> = {
  limit: 'pageSize',
  offset: 'pageNumber',
  pageSize: 'limit',
  pageNumber: 'offset',
};
