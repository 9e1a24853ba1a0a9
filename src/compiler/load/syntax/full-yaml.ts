export { findComments } from './find-comments.ts';
export { parseAnyYaml } from './parse-any-yaml.ts';
