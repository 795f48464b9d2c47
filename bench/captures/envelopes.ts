/**
 * Service logs in the formats of log services: four programs, two of which write JSON and two key-value
 * pairs.
 */

const rows = 20_000;
const programs = 4;

function line(program: number, at: number): string {
  const time = `2024-01-12T13:14:${String(at % 60).padStart(2, '0')}.${String(at % 1000).padStart(3, '0')}Z`;
  return program % 2 === 0
    ? JSON.stringify({ time, level: 'info', msg: `order ${at} taken`, caller: `main.go:${at % 90}` })
    : `level=warn ts=${time} caller=a.go:${at % 50} msg="slow ${at}" took=${at % 77}ms`;
}

const numbers = Array.from({ length: rows }, (_, at) => at);
const bytes = (text: string) => new TextEncoder().encode(text);

/** Output of `aws logs filter-log-events`. */
export const cloudwatchPage = (): Uint8Array =>
  bytes(
    JSON.stringify(
      {
        events: numbers.map(at => ({
          logStreamName: `stream-${at % programs}`,
          timestamp: 1_705_065_255_000 + at * 7,
          message: line(at % programs, at),
          ingestionTime: 1_705_065_256_000 + at * 7,
          eventId: String(at),
        })),
      },
      null,
      4,
    ),
  );

/** A response of Loki's query API. */
export const lokiAnswer = (): Uint8Array =>
  bytes(
    JSON.stringify({
      status: 'success',
      data: {
        resultType: 'streams',
        result: Array.from({ length: programs }, (_, program) => ({
          stream: { app: `web-${program}` },
          values: numbers
            .filter(at => at % programs === program)
            .map(at => [`${1_705_065_255 + at}000000000`, line(program, at)]),
        })),
      },
    }),
  );

/** A file written by a sink of Google Cloud Logging. */
export const googleCloudLines = (): Uint8Array =>
  bytes(
    numbers
      .map(
        at =>
          `${JSON.stringify({
            logName: 'projects/shop/logs/stdout',
            resource: { type: 'k8s_container', labels: { container_name: `cart-${at % programs}` } },
            severity: 'ERROR',
            textPayload: line(at % programs, at),
            timestamp: new Date(1_705_065_255_000 + at * 7).toISOString(),
          })}\n`,
      )
      .join(''),
  );
