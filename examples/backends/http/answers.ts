import type { Answer } from './route.ts';

export function answerWith(body: object): Answer {
  return { status: 200, body };
}

export function answerCreated(location: string, body: object): Answer {
  return { status: 201, headers: { Location: location }, body };
}

export function answerNothing(): Answer {
  return { status: 204 };
}
