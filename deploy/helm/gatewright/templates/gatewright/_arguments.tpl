{{/* The command line of `gatewright run`, one argument a line: takes the root. */}}
{{- define "gatewright.arguments" -}}
- run
{{- with .Values.source }}
{{- if .git.url }}
- --source=git+{{ .git.url }}#{{ .git.branch }}
{{- if .git.config }}
- --config={{ .git.config }}
{{- end }}
{{- else }}
- --table={{ .table.url }}
- --verify=/run/secrets/gatewright/{{ .table.verify }}
{{- end }}
- --poll-seconds={{ .pollSeconds }}
{{- end }}
- --deployment={{ .Values.deployment }}
- --secrets-dir=/run/secrets/gatewright
- --state-dir=/var/lib/gatewright
- --host=0.0.0.0
- --port=8243
- --admin-port=8244
{{- if eq .Values.dataPlane "envoy" }}
- --control-plane=0.0.0.0:{{ .Values.controlPlane.port }}
- --control-plane-tls=/run/secrets/control-plane
- --envoy-listen=0.0.0.0:8243
- --envoy-secrets-dir=/run/secrets/gatewright
{{- with .Values.secrets.envoyAuthorities }}
- --envoy-authorities=/run/secrets/gatewright/{{ . }}
{{- end }}
{{- if .Values.authz.enabled }}
- --envoy-authz=https://{{ include "gatewright.name" . }}-control-plane:8245/authz
{{- end }}
{{- range .Values.controlPlane.acceptDeviations }}
- --accept={{ . }}
{{- end }}
{{- end }}
- --workers={{ .Values.gatewright.workers }}
- --drain-seconds={{ .Values.gatewright.drainSeconds }}
{{- end }}
