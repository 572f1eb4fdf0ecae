import { contract } from '#lib/contract/all.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { reply } from '#lib/web/endpoint/reply.ts'
import { getOembed } from '#lib/web/pages/oembed.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.videos.oembed, {}, async ({ query }) =>
    reply(await getOembed(query), {
      headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' },
    }),
  ),
})
