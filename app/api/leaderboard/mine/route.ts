import { contract } from '#lib/contract/all.ts'
import { getOwnStanding } from '#lib/domain/leaderboard/own-standing.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.challenges.ownStanding, {}, ({ actor }) => getOwnStanding(actor.id)),
})
