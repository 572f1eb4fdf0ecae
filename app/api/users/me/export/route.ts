import { contract } from '#lib/contract/all.ts'
import { exportAccount } from '#lib/domain/profiles/export.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { reply } from '#lib/web/endpoint/reply.ts'

const rate = { points: 10, seconds: 3_600, by: 'account' } as const
const headers = { 'content-disposition': 'attachment; filename="ngoma-export.json"' }

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.profiles.export, { rate }, async ({ actor, address }) =>
    reply(await exportAccount(actor, address), { headers }),
  ),
})
