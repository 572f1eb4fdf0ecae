import { methods } from '#lib/web/endpoint/endpoint.ts'
import { metricsPage } from '#lib/web/health/metrics-page.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: metricsPage })
