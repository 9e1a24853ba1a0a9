{{/* Egress to look up names: takes the root. */}}
{{- define "gatewright.dnsRule" -}}
- to:
    {{- toYaml .Values.networkPolicy.dns | nindent 4 }}
  ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{- end }}

{{/* The port of the URL of the source: takes the root. */}}
{{- define "gatewright.sourcePort" -}}
{{- $url := urlParse (.Values.source.git.url | default .Values.source.table.url) -}}
{{- $defaults := dict "ssh" "22" "https" "443" -}}
{{ splitList ":" $url.host | rest | join "" | default (get $defaults $url.scheme) }}
{{- end }}
