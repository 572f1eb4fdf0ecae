import { contract } from '#lib/contract/all.ts'
import { requestBackup } from '#lib/domain/backups/commands.ts'
import { listBackups } from '#lib/domain/backups/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.backups.list, {}, () => listBackups()),
  POST: endpoint(contract.backups.request, {}, ({ actor, address }) => requestBackup({ by: actor, address })),
})
