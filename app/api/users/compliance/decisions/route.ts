import { contract } from '#lib/contract/all.ts'
import { decideSeveral } from '#lib/domain/decisions/decide-several.ts'
import { readHeldDecisions } from '#lib/domain/decisions/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.compliance.heldDecisions, {}, async ({ actor }) => ({
    decisions: await readHeldDecisions(actor),
  })),
  POST: endpoint(contract.compliance.decideSeveral, {}, async ({ body, actor, address }) => ({
    results: await decideSeveral(body, actor, address),
  })),
})
