{{/* What Envoy starts with; everything else comes from the control plane. Takes the root. */}}
{{- define "gatewright.envoyBootstrap" -}}
admin:
  address: { socket_address: { address: 127.0.0.1, port_value: 9901 } }
  ignore_global_conn_limit: true
# More connections of clients would take its memory and its file descriptors.
overload_manager:
  resource_monitors:
    - name: envoy.resource_monitors.global_downstream_max_connections
      typed_config:
        '@type': type.googleapis.com/envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig
        max_active_downstream_connections: 50000
layered_runtime:
  layers:
    # Envoy reads at most 32 MiB of an answer of a control plane unless told otherwise.
    - name: gatewright
      static_layer: { http.async_response_buffer_limit: 1073741824 }
dynamic_resources:
  {{- range $source, $delay := dict "cds_config" "0.2s" "lds_config" "1s" }}
  {{ $source }}:
    resource_api_version: V3
    # Without a table, Envoy does not become ready.
    initial_fetch_timeout: 0s
    api_config_source:
      api_type: REST
      transport_api_version: V3
      cluster_names: [gatewright_control_plane]
      # Whatever else of a table changes, and what is taken away with it, waits for its clusters.
      refresh_delay: {{ $delay }}
      request_timeout: 5s
  {{- end }}
static_resources:
  clusters:
    - name: gatewright_control_plane
      type: STRICT_DNS
      connect_timeout: 2s
      # On one connection, the Service leads all polls to the same control plane, which so knows what the Envoy has.
      circuit_breakers: { thresholds: [{ max_connections: 1 }] }
      load_assignment:
        cluster_name: gatewright_control_plane
        endpoints:
          - lb_endpoints:
              - endpoint:
                  address:
                    socket_address:
                      address: {{ include "gatewright.name" . }}-control-plane
                      port_value: {{ .Values.controlPlane.port }}
      transport_socket:
        name: envoy.transport_sockets.tls
        typed_config:
          '@type': type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
          sni: {{ .Values.controlPlane.serverName }}
          common_tls_context:
            tls_certificate_sds_secret_configs:
              - name: node
                sds_config: { path_config_source: { path: /etc/envoy/node.yaml } }
            combined_validation_context:
              default_validation_context:
                match_typed_subject_alt_names:
                  - { san_type: DNS, matcher: { exact: {{ .Values.controlPlane.serverName }} } }
              validation_context_sds_secret_config:
                name: authorities
                sds_config: { path_config_source: { path: /etc/envoy/authorities.yaml } }
    # The listener for calls, whose page is ready with a table only; the admin page is also LIVE without one.
    - name: calls
      type: STATIC
      load_assignment:
        cluster_name: calls
        endpoints:
          - lb_endpoints:
              - endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 8243 } } }
      transport_socket:
        name: envoy.transport_sockets.tls
        typed_config:
          '@type': type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
    - name: admin
      type: STATIC
      load_assignment:
        cluster_name: admin
        endpoints:
          - lb_endpoints:
              - endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 9901 } } }
  listeners:
    # The only pages of the admin listener that others can reach.
    - name: health
      address: { socket_address: { address: 0.0.0.0, port_value: 9902 } }
      ignore_global_conn_limit: true
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                '@type': type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: health
                http_filters:
                  # Answers 503 after /healthcheck/fail.
                  - name: envoy.filters.http.health_check
                    typed_config:
                      '@type': type.googleapis.com/envoy.extensions.filters.http.health_check.v3.HealthCheck
                      pass_through_mode: true
                      headers: [{ name: ':path', string_match: { exact: /ready } }]
                  - name: envoy.filters.http.router
                    typed_config: { '@type': type.googleapis.com/envoy.extensions.filters.http.router.v3.Router }
                route_config:
                  virtual_hosts:
                    - name: health
                      domains: ['*']
                      routes:
                        - { match: { path: /live }, direct_response: { status: 200 } }
                        - { match: { path: /ready }, route: { cluster: calls, prefix_rewrite: /health/ready } }
                        - { match: { path: /stats/prometheus }, route: { cluster: admin } }
{{- end }}
