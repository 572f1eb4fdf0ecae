import type { ServerResponse } from 'node:http'

/** Sends a page as Next sends one that it keeps for everybody, in two pieces. */
export function sendPrerendered(
  response: ServerResponse,
  [start, end]: readonly [string, string],
  headers: Readonly<Record<string, string>> = {},
): void {
  response.setHeader('x-nextjs-prerender', '1')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 's-maxage=5, stale-while-revalidate=10')
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.write(start)
  response.end(end)
}
