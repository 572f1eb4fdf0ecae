import { contract } from '#lib/contract/all.ts'
import { chooseAlert, listAlerts } from '#lib/domain/health/alerts.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.health.alerts, {}, listAlerts),
  PATCH: endpoint(contract.health.chooseAlert, {}, ({ body, actor, address }) =>
    chooseAlert(body, { actor, address }),
  ),
})
