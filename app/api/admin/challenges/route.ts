import { contract } from '#lib/contract/all.ts'
import { listRunningMonths } from '#lib/domain/royalties/running-months.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.challenges.running, {}, async () => ({ results: await listRunningMonths() })),
})
