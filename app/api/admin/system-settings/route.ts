import { contract } from '#lib/contract/all.ts'
import { changeSetting } from '#lib/domain/settings/commands.ts'
import { listSettings } from '#lib/domain/settings/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { reply } from '#lib/web/endpoint/reply.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.settings.list, {}, async ({ actor }) => ({ results: await listSettings(actor.id) })),
  PATCH: endpoint(contract.settings.change, {}, async ({ body, actor, address }) => {
    const setting = await changeSetting({ ...body, by: actor, address })
    return reply(setting, { status: setting.proposal ? 202 : 200 })
  }),
})
