/** A header's name as CGI and its like see it: to them `x_api_key` and `x-api-key` are one (RFC 3875 section 4.1.18). */
export function foldName(name: string): string {
  return name.includes('_') ? name.replaceAll('_', '-') : name;
}
