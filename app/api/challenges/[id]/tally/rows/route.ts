import { contract } from '#lib/contract/all.ts'
import { readTallyRows } from '#lib/domain/tally/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

// Cached briefly: rows never change, but new ones are added each minute.
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(
    contract.tally.rows,
    { rate: { points: 1_200, seconds: 600, by: 'network' }, cacheControl: 'public, max-age=10' },
    ({ params, query }) => readTallyRows(params.id, query),
  ),
})
