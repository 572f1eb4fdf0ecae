import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { NotFoundError } from '#lib/core/errors.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'

// The page works without the internet: all its files come from this origin.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Ngoma API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
})
`

const fromPackage = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
} as const

export const docsPage: RouteHandler = async (request) =>
  new Response(page, {
    headers: headersFor(request, 'text/html; charset=utf-8', 'public, max-age=300', {
      'content-security-policy': policy,
    }),
  })

export const docsFile: RouteHandler = async (request, { params }) => {
  const { file } = await params
  if (file === 'start.js')
    return new Response(start, { headers: headersFor(request, 'text/javascript', 'public, max-age=300') })
  const found = Object.entries(fromPackage).find(([name]) => name === file)
  if (!found) return errorResponse(new NotFoundError(), 'GET /docs/{file}', requestIdOf(request))
  const [name, type] = found
  const content = await readFile(path.join(process.cwd(), 'node_modules', 'swagger-ui-dist', name))
  return new Response(new Uint8Array(content), {
    headers: headersFor(request, type, 'public, max-age=86400'),
  })
}

function headersFor(
  request: Request,
  type: string,
  cacheControl: string,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': cacheControl,
    'x-request-id': requestIdOf(request),
    'x-content-type-options': 'nosniff',
    ...more,
  }
}
