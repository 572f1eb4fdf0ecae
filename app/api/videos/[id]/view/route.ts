import { contract } from '#lib/contract/all.ts'
import { countView } from '#lib/domain/videos/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.videos.view, {}, ({ params, body }) =>
    countView({ videoId: params.id, sessionId: body.session_id }),
  ),
})
