import type { JsonMap, UnitsBeside } from '../definition.ts';

/** Keys that loggers of JSON or `key=value` use for the HTTP status and for the request. */
export const http: Pick<JsonMap, 'status' | 'request'> = {
  status: [
    'http.response.status_code',
    'http.status_code',
    'http_status_code',
    'http_status',
    'httpStatus',
    'properties.httpStatus',
    'properties.httpStatusCode',
    'httpRequest.status',
    'DownstreamStatus',
    'EdgeResponseStatus',
    'response.status',
    'response.status_code',
    'response.statusCode',
    'response_code',
    'responseStatus.code',
    'res.statusCode',
    'res.status',
    'status_code',
    'statusCode',
    'StatusCode',
    'Properties.StatusCode',
    'status',
  ],
  request: [
    'http.request.method',
    'http.method',
    'http_method',
    'httpMethod',
    'properties.httpMethod',
    'properties.httpStatus',
    'httpRequest.requestMethod',
    'RequestMethod',
    'ClientRequestMethod',
    'Properties.RequestMethod',
    'request.method',
    'request_method',
    'requestMethod',
    'req.method',
    'method',
    'verb',
    'request',
    'request_uri',
    'uri',
    'url',
    'url.original',
    'url.path',
  ],
};

/** Units of durations whose key says who wrote it. */
export const durations: Readonly<Record<string, string>> = {
  'event.duration': 'ns',
  request_time: 's',
  upstream_response_time: 's',
  upstream_connect_time: 's',
  upstream_header_time: 's',
  responseTime: 'ms',
  responseLatency: 'ms',
  integrationLatency: 'ms',
  'properties.timeTaken': 's',
};

export const unitsBeside: readonly UnitsBeside[] = [
  // Caddy.
  { keys: ['request.uri', 'size'], units: { duration: 's' } },
  // Envoy and Istio.
  { keys: ['response_flags'], units: { duration: 'ms', upstream_service_time: 'ms' } },
  // Traefik.
  { keys: ['DownstreamStatus'], units: { Duration: 'ns', OriginDuration: 'ns', Overhead: 'ns' } },
  // Rails (lograge).
  { keys: ['controller', 'action'], units: { duration: 'ms', view: 'ms', db: 'ms' } },
];
