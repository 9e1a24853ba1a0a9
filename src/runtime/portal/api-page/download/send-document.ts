import type { StoreAnswer, StoreVisit } from '../../visit/store-visit.ts';
import { publishDocument } from '#openapi/publish/publish-document.ts';
import { readOperations } from '../api-operations.ts';
import type { FoundVersion } from '../find-version.ts';
import { streamJson } from './stream-json.ts';
import { publishedAs } from './published-as.ts';

/** Sends the OpenAPI document of a version, with the gateway's address and its access tokens. */
export function sendDocument({ portal }: StoreVisit, { entry, api }: FoundVersion): StoreAnswer {
  const { document } = readOperations(api);
  const published = publishDocument(document, publishedAs(portal.compiled.manifest, entry, api));
  return { status: 200, type: 'application/json; charset=utf-8', body: streamJson(published) };
}
