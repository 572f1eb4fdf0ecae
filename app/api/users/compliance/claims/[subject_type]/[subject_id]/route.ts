import { contract } from '#lib/contract/all.ts'
import { releaseClaim } from '#lib/domain/review/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint(contract.compliance.releaseClaim, {}, async ({ params, actor, address }) => {
    await releaseClaim({ type: params.subject_type, id: params.subject_id }, actor, address)
    return {}
  }),
})
