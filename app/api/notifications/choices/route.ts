import { contract } from '#lib/contract/all.ts'
import { choose } from '#lib/domain/notifications/commands.ts'
import { getChoices } from '#lib/domain/notifications/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.notifications.choices, {}, ({ actor }) => getChoices(actor)),
  PATCH: endpoint(contract.notifications.choose, {}, ({ actor, body }) => {
    const { kind, channel, is_on: isOn } = body
    return choose(actor, { kind, channel, isOn })
  }),
})
