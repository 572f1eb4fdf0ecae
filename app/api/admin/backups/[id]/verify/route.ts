import { contract } from '#lib/contract/all.ts'
import { requestVerification } from '#lib/domain/backups/commands.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.backups.verify, {}, ({ params, actor, address }) =>
    requestVerification({ backupId: params.id, by: actor, address }),
  ),
})
