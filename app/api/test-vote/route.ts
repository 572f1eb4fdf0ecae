import { contract } from '#lib/contract/all.ts'
import { orderTestGift } from '#lib/domain/gifts/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.gifts.testVote, {}, ({ body }) => orderTestGift(body.video_id, body.vote_count)),
})
