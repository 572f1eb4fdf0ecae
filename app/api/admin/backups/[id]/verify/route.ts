import { contract } from '#lib/contract/all.ts'
import { requestVerification } from '#lib/domain/backups/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.backups.verify, {}, ({ params, actor, address }) =>
    requestVerification({ backupId: params.id, by: actor, address }),
  ),
})
