/** A document, whose further members are merged into what every document needs. */
export type Case = readonly [title: string, document: object];

const info = { title: 'Dogs', version: '1' };
export const ok = { '200': { description: 'ok' } };

/** A document of a version with some members. */
export const document = (openapi: string, members: object): object => ({
  openapi,
  info,
  paths: {},
  ...members,
});
export const swagger = (members: object): object => ({ swagger: '2.0', info, paths: {}, ...members });
/** A document with one operation. */
export const withOperation = (openapi: string, operation: object, path = '/dogs'): object =>
  document(openapi, { paths: { [path]: { get: { responses: ok, ...operation } } } });
export const withParameter = (openapi: string, parameter: object): object =>
  withOperation(openapi, { parameters: [parameter] });
/** A document with one component of a section. */
export const withComponent = (openapi: string, section: string, component: unknown): object =>
  document(openapi, { components: { [section]: { one: component } } });
export const swaggerOperation = (operation: object, path = '/dogs'): object =>
  swagger({ paths: { [path]: { post: { responses: ok, ...operation } } } });
