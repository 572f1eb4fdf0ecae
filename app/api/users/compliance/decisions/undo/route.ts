import { contract } from '#lib/contract/all.ts'
import { undoDecisions } from '#lib/domain/decisions/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.compliance.undoDecisions, {}, async ({ body, actor, address }) => ({
    results: await undoDecisions(body.ids, actor, address),
  })),
})
