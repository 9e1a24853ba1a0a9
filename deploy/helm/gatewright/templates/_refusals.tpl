{{/* Ends the rendering with a sentence if values contradict each other: takes the root. */}}
{{- define "gatewright.refuseContradictions" -}}
{{- with .Values }}
{{- if not .image.repository }}
{{- fail "Set image.repository to your image of Gatewright, built from deploy/Dockerfile." }}
{{- end }}
{{- if not .secrets.gatewright }}
{{- fail "Set secrets.gatewright to the name of the Secret whose files the declarations name by fromFile." }}
{{- end }}
{{- include "gatewright.refuseSources" .source }}
{{- if and .autoscaling.enabled (gt (int .autoscaling.minReplicas) (int .autoscaling.maxReplicas)) }}
{{- fail "autoscaling.minReplicas is greater than autoscaling.maxReplicas." }}
{{- end }}
{{- $scaled := ternary "envoy" "gatewright" (eq .dataPlane "envoy") }}
{{- if and .autoscaling.enabled (not (dig "resources" "requests" "cpu" "" (get . $scaled))) }}
{{- fail (printf "Set the cpu in %s.resources.requests: autoscaling compares the load with it." $scaled) }}
{{- end }}
{{- if and .metrics.enabled .networkPolicy.enabled (not .metrics.from) }}
{{- fail "Name the pods of Prometheus in metrics.from: the NetworkPolicy denies all others, and the admin listener has no authentication." }}
{{- end }}
{{- $needed := list "controlPlane" "envoyNode" "envoy" }}
{{- range concat $needed (list "envoyAuthorities") }}
{{- if and (eq $.Values.dataPlane "envoy") (has . $needed) (not (get $.Values.secrets .)) }}
{{- fail (printf "Set secrets.%s to the name of a Secret: dataPlane envoy needs it." .) }}
{{- end }}
{{- if and (eq $.Values.dataPlane "built-in") (get $.Values.secrets .) }}
{{- fail (printf "secrets.%s has no effect on dataPlane built-in: set dataPlane to envoy, or omit it." .) }}
{{- end }}
{{- if eq (get $.Values.secrets .) $.Values.secrets.gatewright }}
{{- fail (printf "secrets.%s and secrets.gatewright are the same Secret: Envoy must not have the key that signs tokens." .) }}
{{- end }}
{{- end }}
{{- if and .authz.from (not .authz.enabled) }}
{{- fail "authz.from has no effect without authz.enabled." }}
{{- end }}
{{- if and .authz.enabled .networkPolicy.enabled (eq .dataPlane "built-in") (not .authz.from) }}
{{- fail "Name the proxies that may ask in authz.from: the NetworkPolicy denies all others." }}
{{- end }}
{{- $isOnly := and (eq (int .gatewright.replicas) 1) (or (eq .dataPlane "envoy") (not .autoscaling.enabled)) }}
{{- if and .networkPolicy.enabled (not .networkPolicy.redis.to) (not $isOnly) }}
{{- fail "Several pods of Gatewright share their state through Redis: name its pods or addresses in networkPolicy.redis.to, or set gatewright.replicas to 1 without autoscaling." }}
{{- end }}
{{- end }}
{{- end }}

{{/* Takes `source`. */}}
{{- define "gatewright.refuseSources" -}}
{{- if and .git.url .table.url }}
{{- fail "source.git.url and source.table.url are both set: a gateway has one source." }}
{{- end }}
{{- if not (or .git.url .table.url) }}
{{- fail "Set source.git.url, or source.table.url and source.table.verify, to where the declarations come from." }}
{{- end }}
{{- if and .table.url (not .table.verify) }}
{{- fail "Set source.table.verify to the file of the Secret with the public keys of the table: without them, any table would be served." }}
{{- end }}
{{- if and .table.verify (not .table.url) }}
{{- fail "source.table.verify has no effect on source.git: commits are not signed tables." }}
{{- end }}
{{- if regexMatch "^(https://[^/]*@|ssh://[^/@]*:[^/@]*@)" .git.url }}
{{- fail "source.git.url contains credentials, which everyone who can read the release would see: put them into the Secret as .netrc." }}
{{- end }}
{{- if regexMatch "^https://[^/]*@" .table.url }}
{{- fail "source.table.url contains credentials, which everyone who can read the release would see: let the server of the table answer the pods of Gatewright without them." }}
{{- end }}
{{- end }}
