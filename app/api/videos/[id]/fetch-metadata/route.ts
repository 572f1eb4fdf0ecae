import { contract } from '#lib/contract/all.ts'
import { fetchMetadata } from '#lib/domain/videos/metadata.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

const rate = { points: 30, seconds: 600, by: 'account' } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.submissions.fetchMetadata, { rate }, ({ params, actor }) =>
    fetchMetadata(params.id, actor),
  ),
})
