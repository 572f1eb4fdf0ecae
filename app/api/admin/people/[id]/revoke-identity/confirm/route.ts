import { contract } from '#lib/contract/all.ts'
import { viewPerson } from '#lib/domain/people/person-view.ts'
import { confirmRevocation } from '#lib/domain/people/revoke-identity.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.confirmRevocation, {}, async ({ params, body, actor, address }) => {
    await confirmRevocation({ id: params.id, proposalId: body.proposal_id, by: actor, address })
    return viewPerson(params.id, actor.id)
  }),
})
