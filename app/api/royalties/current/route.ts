import { contract } from '#lib/contract/all.ts'
import { getCurrentStatement } from '#lib/domain/royalties/current-statement.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.royalties.current, {}, async ({ actor }) => ({
    statement: await getCurrentStatement(actor.id),
  })),
})
