/** gateway.config.yaml: one deployment, on this machine. */
export const gatewayConfig = `# yaml-language-server: $schema=schemas/gateway.schema.json
kind: Gateway
format: 1
organisation: Example organisation

# Every place where the gateway runs; \`--deployment NAME\` chooses one, and production is the default.
# Outside production the first label of each host ends in -qa: https://gateway-qa.example.edu.
deployments:
  production:
    gatewayUrl: https://localhost:8243
    listener: { host: 127.0.0.1, port: 8243 }
    admin: { host: 127.0.0.1, port: 8244 }

# Declarations are read from apis/, applications/ and tiers.yaml, unless \`sources\` names other globs.
`;

/** tiers.yaml */
export const tiers = `# yaml-language-server: $schema=schemas/tier.schema.json
kind: Tier
name: standard
description: For most applications.
limit: { requests: 600, unit: minute, burst: 100 }
---
# yaml-language-server: $schema=schemas/tier.schema.json
kind: Tier
name: unlimited
description: For the organisation's own applications.
`;

/** .gitignore */
export const ignoredFiles = `# The gateway's own state: keys, tokens and the last good route table.
.gatewright/
`;
