import { methods } from '#lib/web/methods.ts'
import { metricsPage } from '#lib/web/metrics-page.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: metricsPage })
