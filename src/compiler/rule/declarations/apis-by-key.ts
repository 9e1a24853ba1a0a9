import { apiKey } from '../../../compiled/api-key.ts';
import type { DeclaredApi } from '../../workspace/workspace.ts';
import { oncePer } from '../once-per.ts';
import { indexFirst } from './index-first.ts';

const keyOf = oncePer(({ value }: DeclaredApi) => apiKey(value));

/** The first API of each key, by which subscriptions name it. */
export const apisByKey = oncePer((apis: readonly DeclaredApi[]) => indexFirst(apis, keyOf));
