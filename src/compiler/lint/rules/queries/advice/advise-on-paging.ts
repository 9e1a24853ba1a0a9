import type { ParameterNode } from '#openapi/model.ts';
import { firstPositions, isCount, startsElsewhere } from '../paging/first-position.ts';
import { declaringOperation, isDeclaredWith } from './declared-parameters.ts';
import { otherPaging } from '../paging/other-paging.ts';

/** The advice on a parameter for paging; `instead` is the name to use in one of the two styles, if there is one. */
export function adviseOnPaging(parameter: ParameterNode, instead: string | undefined): string {
  if (instead === undefined) return 'Page by `limit` and `offset`, or by `pageSize` and `pageNumber`.';
  if (isDeclaredWith(parameter, instead)) return `Combine it with \`${instead}\`.`;
  const twin = findTwin(parameter, instead);
  if (twin !== undefined) return `Combine it with \`${twin}\`, as one parameter.`;
  const naming = adviseOnName(parameter, instead);
  const counting = naming.startsWith('Name it')
    ? adviseOnCounting(parameter, firstPositions[instead])
    : undefined;
  return counting === undefined ? naming : `${naming} ${counting}`;
}

/** The name of an earlier parameter of the operation with the same purpose, so that both would get the same name. */
function findTwin(parameter: ParameterNode, instead: string): string | undefined {
  const operation = declaringOperation(parameter);
  const others = operation ? otherPaging(operation) : [];
  const at = others.findIndex((one) => one.parameter.name === parameter.name);
  const same = new Set([instead, rivals[instead]]);
  return others.slice(0, Math.max(at, 0)).find((one) => same.has(one.instead))?.parameter.name;
}

/** How to declare a parameter so that its values fit its new name; undefined if they fit already. */
function adviseOnCounting(parameter: ParameterNode, first: number | undefined): string | undefined {
  const isElsewhere = first !== undefined && startsElsewhere(parameter, first);
  if (isCount(parameter)) return isElsewhere ? `Count from ${first}.` : undefined;
  return isElsewhere ? `Declare it as an integer that counts from ${first}.` : 'Declare it as an integer.';
}

function adviseOnName(parameter: ParameterNode, instead: string): string {
  const partner = partners[instead] ?? '';
  if (isDeclaredWith(parameter, partner)) return `Name it \`${instead}\`, beside \`${partner}\`.`;
  const [own = '', other = ''] = [rivals[instead], rivals[partner]];
  if (!isDeclaredWith(parameter, other)) return `Name it \`${instead}\`, and offer \`${partner}\` beside it.`;
  return isDeclaredWith(parameter, own)
    ? `Remove it, since callers page by \`${own}\` and \`${other}\` already.`
    : `Name it \`${instead}\`, and rename \`${other}\` to \`${partner}\`.`;
}

const partners: Readonly<Record<string, string>> = {
  limit: 'offset',
  offset: 'limit',
  pageSize: 'pageNumber',
  pageNumber: 'pageSize',
};

/** The parameters with the same purpose in the other style. */
const rivals: Readonly<Record<string, string>> = {
  limit: 'pageSize',
  offset: 'pageNumber',
  pageSize: 'limit',
  pageNumber: 'offset',
};
