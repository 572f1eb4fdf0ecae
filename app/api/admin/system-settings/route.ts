import { contract } from '#lib/contract/all.ts'
import { changeSetting } from '#lib/domain/settings/commands.ts'
import { listSettings } from '#lib/domain/settings/desk-queries.ts'
import { endpoint } from '#lib/web/endpoint.ts'
import { methods } from '#lib/web/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.settings.list, {}, async () => ({ results: await listSettings() })),
  PATCH: endpoint(contract.settings.change, {}, ({ body, actor, address }) =>
    changeSetting({ ...body, by: actor, address }),
  ),
})
