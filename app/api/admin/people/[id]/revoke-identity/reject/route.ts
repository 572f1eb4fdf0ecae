import { contract } from '#lib/contract/all.ts'
import { viewPerson } from '#lib/domain/people/person-view.ts'
import { rejectRevocation } from '#lib/domain/people/revoke-identity.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.rejectRevocation, {}, async ({ params, body, actor, address }) => {
    await rejectRevocation({ id: params.id, proposalId: body.proposal_id, by: actor, address })
    return viewPerson(params.id, actor.id)
  }),
})
