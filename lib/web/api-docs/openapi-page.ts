import { allCalls } from '#lib/contract/all.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { describeApi } from './openapi.ts'

const document = processSingleton('openapi', () => JSON.stringify(describeApi(allCalls)))

/** Serves the OpenAPI document, which is made once. */
export const openapiPage: RouteHandler = async (request) =>
  new Response(document.get(), {
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'x-request-id': requestIdOf(request),
    },
  })
