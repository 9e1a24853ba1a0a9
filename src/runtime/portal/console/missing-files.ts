import type { OperationNode } from '#openapi/model.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { fileFieldOf, inputOfBody, listParts, onlyFileField, textFieldOf } from './body-parts.ts';

/**
 * The names of the fields of files that the chosen body needs and that were not chosen. An optional body needs none
 * until one of its parts is filled in.
 */
export function findMissingFiles(
  { requestBody, requestBodies }: OperationNode,
  { form, files }: Pick<StoreVisit, 'form' | 'files'>,
): readonly string[] {
  const isRequired = requestBody?.isRequired === true;
  const mediaType = form.get('mediaType');
  const chosen = requestBodies.find((body) => body.mediaType === mediaType);
  const input = chosen && inputOfBody(chosen);
  if (input === 'file') return isRequired && files?.has(onlyFileField) !== true ? [onlyFileField] : [];
  if (!chosen || input !== 'parts') return [];
  const { parts } = listParts(chosen);
  const isFilledIn = parts.some(({ name, isFile }) =>
    isFile ? files?.has(fileFieldOf(name)) === true : form.has(textFieldOf(name)),
  );
  if (!isRequired && !isFilledIn) return [];
  return parts
    .filter((part) => part.isFile && part.isRequired)
    .map(({ name }) => fileFieldOf(name))
    .filter((field) => files?.has(field) !== true);
}
