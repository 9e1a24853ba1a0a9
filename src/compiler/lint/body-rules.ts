import type { Rule } from '../rule/define-rule.ts';
import { arrayHomogeneous } from './rules/bodies/array-homogeneous.ts';
import { bodyMediaType } from './rules/bodies/body-media-type.ts';
import { collectionArray } from './rules/bodies/collection-array.ts';
import { collectionEmbedded } from './rules/bodies/collection-embedded.ts';
import { collectionMetadata } from './rules/bodies/collection-metadata.ts';
import { dateTimeFormat } from './rules/bodies/date-time-format.ts';
import { dateTimeValues } from './rules/bodies/date-time-values.ts';
import { embeddedSelf } from './rules/bodies/embedded-self.ts';
import { linkObject } from './rules/bodies/link-object.ts';
import { linksSelf } from './rules/bodies/links-self.ts';
import { pagingLinks } from './rules/bodies/paging-links.ts';
import { subResourceEmbedded } from './rules/bodies/sub-resource-embedded.ts';
import { valueType } from './rules/bodies/value-type.ts';

/** The rules on bodies, in the order in which they are listed to people. */
export const bodyRules: readonly Rule[] = [
  bodyMediaType,
  valueType,
  arrayHomogeneous,
  dateTimeFormat,
  dateTimeValues,
  collectionEmbedded,
  collectionArray,
  collectionMetadata,
  pagingLinks,
  linkObject,
  linksSelf,
  embeddedSelf,
  subResourceEmbedded,
];
