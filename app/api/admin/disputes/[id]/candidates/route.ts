import { contract } from '#lib/contract/all.ts'
import { findCandidates } from '#lib/domain/disputes/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.disputes.candidates, {}, async ({ params, actor }) => ({
    results: await findCandidates(params.id, actor.id),
  })),
})
