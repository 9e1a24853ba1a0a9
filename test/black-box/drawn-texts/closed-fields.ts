/** Fields of which lint refuses most texts that mean something, or the export all of them. */
export const closedFields: readonly RegExp[] = [
  // The export refuses them by name.
  /\/auth\/basic\//,
  /endpoints\/.*\/fromEnv$/,
  /^Api endpoints\/production\/healthCheck\//,
  // Their patterns allow letters, digits and a few more characters, or words.
  /\/fromEnv$/,
  /^Gateway (deployments|lint\/(overrides\/\[\]\/)?rules)\/\{key\}$/,
  /^Gateway lint\/(overrides\/\[\]\/)?rules\/\{\}$/,
  /^Gateway deployments\/\{\}\/(accessLog|.*host|.*trusted(Peers|Proxies)\/\[\])$/,
  /^Gateway upstreams\/forbidden\/\[\]$/,
  /^Gateway store\/(logo|proposals\/(base|branchPrefix|folder))$/,
  /^Api (context|version|deployments\/\{key\})$/,
  /^(Application|Tier|User|Team|IdentityProvider) name$/,
  /^Application keys\/.*\/consumerKey$/,
  /^IdentityProvider (groupSearch\/)?\w+Attribute$/,
  /^IdentityProvider (searchFilter|groupSearch\/filter)$/,
  /^User email$/,
  /^Application notices\/(email|webhook)$/,
  /^Gateway notices\/smtp\/(from|host)$/,
  /^OpenAPI components\/\w+\/\w+\/\{name\}$/,
  // A login at the mail server needs its other half.
  /^Gateway notices\/smtp\/(user|password\/fromFile)$/,
  // They name something that is declared under another name than the drawn one, or a file that does not exist.
  /^(Api |Gateway store\/)guides\/\[\]$/,
  /^Gateway (state|limits)\/url\//,
  /^Subscription (application|api|tier)$/,
  /^Application identityProviders\/\[\]$/,
  /^Team (members\/\[\]|groups\/.*)$/,
  /\/\$ref$/,
];
