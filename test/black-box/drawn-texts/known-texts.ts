/** Texts that a data plane once took for more than a text, each with its field. */
export const knownTexts: readonly (readonly [field: string, text: string])[] = [
  ['Api deprecation/link', '%ENVIRONMENT(UPSTREAM_PASSWORD)%'],
  ['Api deprecation/link', '%20'],
  ['Api deprecation/link', '%%PER_REQUEST_STATE(x)%%'],
  ['Api deprecation/link', '%REQ(authorization)%'],
  ['Api name', ']==] error(os.getenv("UPSTREAM_PASSWORD")) --'],
  ['Api name', '\u{1f600}\ue000\ud800'],
  ['Api callerAssertion/header', '|'],
  ['OpenAPI paths//rooms_q0z/{id}/{name}', '%LOCAL_REPLY_BODY%'],
  ['OpenAPI paths//rooms_q0z/{id}/{name}', '\ud800'],
  ['OpenAPI paths//lobby_q0z/{name}', '%2F'],
  ['OpenAPI paths//dogs/get/responses/200/content/application/q0z+json/{name}', '%'],
  ['Api endpoints/production/auth/header/value/fromFile', 'a:'.repeat(90)],
];
