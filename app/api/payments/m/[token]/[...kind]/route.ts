import { methods } from '#lib/web/endpoint/endpoint.ts'
import { receiveCallback } from '#lib/web/payments/receive-callback.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: receiveCallback })
