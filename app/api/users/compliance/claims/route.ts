import { contract } from '#lib/contract/all.ts'
import { takeClaim } from '#lib/domain/review/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.compliance.takeClaim, {}, ({ body, actor, address }) =>
    takeClaim({ type: body.subject_type, id: body.subject_id }, actor, address),
  ),
})
